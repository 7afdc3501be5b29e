{{/* Facts of all services, with the values of this release filled in. */}}
{{- define "image-search.services" -}}
{{- tpl (.Files.Get "files/services.yaml") . -}}
{{- end -}}

{{- define "image-search.name" -}}
{{- printf "%s-%s" .root.Release.Name .service | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "image-search.opsName" -}}
{{- printf "%s-ops" (include "image-search.name" . | trunc 59 | trimSuffix "-") -}}
{{- end -}}

{{- define "image-search.selector" -}}
app.kubernetes.io/name: image-search
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end -}}

{{- define "image-search.labels" -}}
{{ include "image-search.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "image-search.image" -}}
{{- $image := .root.Values.image -}}
{{- printf "%s%s%s%s:%s" $image.registry $image.prefix .service (.suffix | default "") ($image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}

{{/* The most replicas that a service may have. Takes the values of the service. */}}
{{- define "image-search.replicasMax" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.maxReplicas }}{{ else }}{{ max 1 .replicas }}{{ end -}}
{{- end -}}

{{- define "image-search.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "image-search.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}
