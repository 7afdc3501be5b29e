{{/* Variables of a service: those of the chart, the addresses that it calls, the files of its secrets, those of the values. */}}
{{- define "image-search.env" -}}
{{- range $name, $value := .facts.env }}
{{- if $value }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- range .facts.calls }}
- name: {{ upper . }}_ADDRESS
  value: dns:///{{ include "image-search.name" (dict "root" $.root "service" .) }}:{{ (index $.services .).ports.grpc }}
{{- end }}
{{- if .facts.models }}
{{- include "image-search.modelEnv" . }}
# The init container brings them.
- { name: MODEL_FETCH, value: never }
{{- end }}
{{- range $name, $secret := .facts.secrets }}
{{- if (index $.root.Values.secrets $secret).name }}
- { name: {{ $name }}_FILE, value: /run/secrets/image-search/{{ $secret }} }
{{- end }}
{{- end }}
{{- range $name, $value := .values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "image-search.modelEnv" }}
- { name: MODEL_DIR, value: /data/models }
- { name: MODEL_PROFILE, value: {{ .root.Values.models.profile }} }
{{- with .root.Values.models.hubUrl }}
- { name: MODEL_HUB_URL, value: {{ . | quote }} }
{{- end }}
{{- end -}}

{{- define "image-search.probes" -}}
{{- if .facts.ports.ops }}
startupProbe: { httpGet: { path: /readyz, port: ops }, periodSeconds: 3, timeoutSeconds: 3, failureThreshold: 100 }
readinessProbe: { httpGet: { path: /readyz, port: ops }, periodSeconds: 3, timeoutSeconds: 3, failureThreshold: 2 }
livenessProbe: { httpGet: { path: /livez, port: ops }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
{{- else if .facts.ports.grpc }}
startupProbe: { grpc: { port: {{ .facts.ports.grpc }} }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 60 }
readinessProbe: { grpc: { port: {{ .facts.ports.grpc }} }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }
# A service that does not serve for a while, because a store is away, is not restarted for it.
livenessProbe: { tcpSocket: { port: grpc }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
{{- end }}
{{- end -}}

{{- define "image-search.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
- { name: secrets, mountPath: /run/secrets/image-search, readOnly: true }
{{- if .facts.models }}
- { name: models, mountPath: /data/models, readOnly: true }
{{- end }}
{{- if and (eq .service "rights") .root.Values.blobs.existingClaim }}
- { name: blobs, mountPath: /data/blobs }
{{- end }}
{{- end -}}

{{- define "image-search.volumes" -}}
- { name: tmp, emptyDir: {} }
- { name: data, emptyDir: {} }
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $secret := values .facts.secrets | uniq | sortAlpha }}
      {{- with index $.root.Values.secrets $secret }}
      {{- if .name }}
      - secret: { name: {{ .name }}, items: [{ key: {{ .key }}, path: {{ $secret }} }] }
      {{- end }}
      {{- end }}
      {{- end }}
{{- if .facts.models }}
- name: models
  {{- if .root.Values.models.existingClaim }}
  persistentVolumeClaim: { claimName: {{ .root.Values.models.existingClaim }} }
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end }}
{{- if and (eq .service "rights") .root.Values.blobs.existingClaim }}
- name: blobs
  persistentVolumeClaim: { claimName: {{ .root.Values.blobs.existingClaim }} }
{{- end }}
{{- end -}}

{{/* Prepares the models before the service starts; processes that share a folder share one build. */}}
{{- define "image-search.modelsContainer" -}}
- name: models
  image: {{ include "image-search.image" (dict "root" .root "service" "models") }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  env:
    {{- include "image-search.modelEnv" . | nindent 4 }}
  resources:
    {{- toYaml .root.Values.models.resources | nindent 4 }}
  securityContext:
    {{- include "image-search.containerSecurity" . | nindent 4 }}
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
    - { name: models, mountPath: /data/models }
{{- end -}}
