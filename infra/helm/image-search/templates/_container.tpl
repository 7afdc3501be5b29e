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
{{- if .root.Values.serviceTls.secretName }}
- { name: SERVICE_TLS_CERT_FILE, value: /run/secrets/service-tls/tls.crt }
- { name: SERVICE_TLS_KEY_FILE, value: /run/secrets/service-tls/tls.key }
- { name: SERVICE_TLS_CA_FILE, value: /run/secrets/service-tls/ca.crt }
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
{{- include "image-search.variable" (list $name $value) }}
{{- end }}
{{- with .values.extraEnv }}
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end -}}

{{/* A number as it was written: 3600000 and not 3.6e+06. */}}
{{- define "image-search.variable" }}
{{- $value := index . 1 }}
- { name: {{ index . 0 }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }} }
{{- end -}}

{{- define "image-search.modelEnv" }}
- { name: MODEL_DIR, value: /data/models }
- { name: MODEL_PROFILE, value: {{ .root.Values.models.profile }} }
{{- with .root.Values.models.hubUrl }}
- { name: MODEL_HUB_URL, value: {{ . | quote }} }
{{- end }}
{{- end -}}

{{- define "image-search.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
- { name: secrets, mountPath: /run/secrets/image-search, readOnly: true }
{{- if .root.Values.serviceTls.secretName }}
- { name: service-tls, mountPath: /run/secrets/service-tls, readOnly: true }
{{- end }}
{{- if .facts.models }}
- { name: models, mountPath: /data/models, readOnly: true }
{{- end }}
{{- if and (eq .service "rights") .root.Values.blobs.existingClaim }}
- { name: blobs, mountPath: /data/blobs }
{{- end }}
{{- if and (eq .service "gateway") .root.Values.pricing.existingConfigMap }}
- { name: pricing, mountPath: /etc/pricing, readOnly: true }
{{- end }}
{{- with .values.extraVolumeMounts }}
{{- toYaml . | nindent 0 }}
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
{{- with .root.Values.serviceTls.secretName }}
- { name: service-tls, secret: { secretName: {{ . }}, defaultMode: 0440 } }
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
{{- if and (eq .service "gateway") .root.Values.pricing.existingConfigMap }}
- { name: pricing, configMap: { name: {{ .root.Values.pricing.existingConfigMap }} } }
{{- end }}
{{- with .values.extraVolumes }}
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end -}}

{{/* Prepares the models before the service starts, from the same hub and manifest; processes that share a folder share one build. */}}
{{- define "image-search.modelsContainer" -}}
- name: models
  image: {{ include "image-search.image" (dict "root" .root "service" "models") }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  env:
    {{- include "image-search.modelEnv" . | nindent 4 }}
    {{- range $name := list "MODEL_MANIFEST" "TEXT_ENCODER" }}
    {{- with index $.values.env $name }}
    {{- include "image-search.variable" (list $name .) | nindent 4 }}
    {{- end }}
    {{- end }}
    {{- with .values.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  resources:
    {{- toYaml .root.Values.models.resources | nindent 4 }}
  securityContext:
    {{- include "image-search.containerSecurity" . | nindent 4 }}
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
    - { name: models, mountPath: /data/models }
    {{- with .values.extraVolumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
