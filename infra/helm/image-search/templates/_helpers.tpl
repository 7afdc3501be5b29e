{{/* Facts of all services, with the values of this release filled in. */}}
{{- define "image-search.services" -}}
{{- tpl (.Files.Get "files/services.yaml") . -}}
{{- end -}}

{{- define "image-search.base" -}}
{{- .Values.fullnameOverride | default .Release.Name -}}
{{- end -}}

{{- define "image-search.name" -}}
{{- printf "%s-%s" (include "image-search.base" .root) .service | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "image-search.opsName" -}}
{{- printf "%s-ops" (include "image-search.name" . | trunc 59 | trimSuffix "-") -}}
{{- end -}}

{{/* A StatefulSet adds to its name what a label has to hold. */}}
{{- define "image-search.qdrantName" -}}
{{- printf "%s-qdrant" (include "image-search.base" . | trunc 45 | trimSuffix "-") -}}
{{- end -}}

{{- define "image-search.qdrantUrl" -}}
{{- if .Values.qdrant.enabled }}http://{{ include "image-search.qdrantName" . }}:6333{{ else }}{{ .Values.qdrant.url }}{{ end -}}
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

{{/*
An autoscaled Deployment keeps the replicas that it has, within the bounds: left out, Kubernetes would set 1 when autoscaling is
turned on. Without a cluster, as in `helm template`, the field is left to the HPA.
*/}}
{{- define "image-search.replicas" -}}
{{- $scaling := .values.autoscaling -}}
{{- if not $scaling.enabled -}}
replicas: {{ .values.replicas }}
{{- else -}}
{{- with lookup "apps/v1" "Deployment" .root.Release.Namespace (include "image-search.name" .) -}}
replicas: {{ min (max .spec.replicas $scaling.minReplicas) $scaling.maxReplicas }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Of what has to be there before the job that migrates, and not after it. */}}
{{- define "image-search.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{/* Metadata of a pod, with further annotations if it has some of its own. */}}
{{- define "image-search.podMetadata" -}}
labels:
  {{- include "image-search.labels" . | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (.annotations | default dict) .root.Values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* What every pod has, and where it may run. Takes the values of the service, if it has some. */}}
{{- define "image-search.pod" -}}
automountServiceAccountToken: false
{{- if .values.serviceAccount }}
{{- with include "image-search.serviceAccount" . }}
serviceAccountName: {{ . }}
{{- end }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- range $field := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with index $.values $field }}
{{- toYaml (dict $field .) | nindent 0 }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "image-search.serviceAccount" -}}
{{- $account := .values.serviceAccount -}}
{{- $account.name | default ($account.create | ternary (include "image-search.name" .) "") -}}
{{- end -}}

{{- define "image-search.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "image-search.selector" $ | nindent 8 }}
  {{- end }}
{{- end -}}

{{- define "image-search.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* A quantity of Kubernetes as a number. */}}
{{- define "image-search.quantity" -}}
{{- $unit := regexFind "[A-Za-z]*$" (toString .) -}}
{{- $factors := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- mulf (toString . | trimSuffix $unit | float64) (get $factors $unit) -}}
{{- end -}}
