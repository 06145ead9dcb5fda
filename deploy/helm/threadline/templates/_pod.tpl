{{- /* The pod of a Deployment and of a StatefulSet. */ -}}
{{- define "threadline.pod" -}}
metadata:
  labels:
    {{- include "threadline.labels" . | nindent 4 }}
  annotations:
    # Starts new pods when the settings change.
    threadline/settings: {{ toJson .Values.settings | sha256sum }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "threadline.serviceAccount" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # Time to stop: 5 s until no new requests arrive, 10 s for accepted requests, and time to close the database.
  terminationGracePeriodSeconds: 45
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: threadline
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      env:
        - name: THREADLINE_HOST
          value: 0.0.0.0
        - name: THREADLINE_PORT
          value: "4000"
        # A folder in the volume, because the service creates it with access for itself only.
        - name: THREADLINE_DATA_DIR
          value: /data/threadline
        - name: THREADLINE_CONFIG
          value: /etc/threadline/settings.json
        {{- $secrets := list
          (dict "name" "THREADLINE_DATABASE_URL" "secret" .Values.database.existingSecret "key" .Values.database.key)
          (dict "name" "AWS_ACCESS_KEY_ID" "secret" .Values.files.existingSecret "key" .Values.files.accessKeyIdKey)
          (dict "name" "AWS_SECRET_ACCESS_KEY" "secret" .Values.files.existingSecret "key" .Values.files.secretAccessKeyKey)
          (dict "name" "THREADLINE_API_KEY" "secret" .Values.apiKey.existingSecret "key" .Values.apiKey.key)
          (dict "name" "THREADLINE_SSO_CLIENT_SECRET" "secret" .Values.singleSignOn.existingSecret "key" .Values.singleSignOn.key)
          (dict "name" "THREADLINE_MAIL_URL" "secret" .Values.mail.existingSecret "key" .Values.mail.key)
          (dict "name" "THREADLINE_METRICS_TOKEN" "secret" .Values.metrics.existingSecret "key" .Values.metrics.key) }}
        {{- range $secrets }}
        {{- if .secret }}
        - name: {{ .name }}
          valueFrom:
            secretKeyRef:
              name: {{ .secret }}
              key: {{ .key }}
        {{- end }}
        {{- end }}
      ports:
        - name: http
          containerPort: 4000
      # Long, because the first start of a new version may change the tables.
      startupProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 5
        failureThreshold: 120
      livenessProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 20
        timeoutSeconds: 5
      # Also checks the store.
      readinessProbe:
        httpGet: { path: /ready, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
      lifecycle:
        preStop:
          sleep:
            seconds: 5
      {{- with .Values.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: settings
          mountPath: /etc/threadline
          readOnly: true
  volumes:
    - name: settings
      configMap:
        name: {{ include "threadline.name" . }}
    {{- if .Values.database.existingSecret }}
    - name: data
      {{- if .Values.persistence.existingClaim }}
      persistentVolumeClaim:
        claimName: {{ .Values.persistence.existingClaim }}
      {{- else }}
      emptyDir:
        sizeLimit: 64Mi
      {{- end }}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .Values.database.existingSecret }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "threadline.selector" . | nindent 10 }}
  {{- end }}
{{- end -}}
