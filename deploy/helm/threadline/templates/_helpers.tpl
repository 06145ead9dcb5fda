{{- define "threadline.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "threadline.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "threadline.labels" -}}
{{ include "threadline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "threadline.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "threadline.name" .) -}}
{{- end -}}

{{- /* What cannot be: told before anything is installed. */ -}}
{{- define "threadline.check" -}}
{{- $shares := or .Values.settings.filesUrl .Values.persistence.existingClaim -}}
{{- if and .Values.database.existingSecret (gt (int .Values.replicaCount) 1) (not $shares) -}}
{{- fail "Several servers share the uploaded files: give settings.filesUrl, or persistence.existingClaim that several nodes may write to, or replicaCount: 1." -}}
{{- end -}}
{{- if and .Values.database.existingSecret (not $shares) -}}
{{- fail "With a database the uploaded files need a place: give settings.filesUrl or persistence.existingClaim." -}}
{{- end -}}
{{- if and .Values.settings.filesUrl (not .Values.files.existingSecret) -}}
{{- fail "settings.filesUrl needs files.existingSecret, which holds the access key of the bucket." -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.existingSecret) -}}
{{- fail "metrics.serviceMonitor needs metrics.existingSecret, which holds the token of /metrics." -}}
{{- end -}}
{{- end -}}
