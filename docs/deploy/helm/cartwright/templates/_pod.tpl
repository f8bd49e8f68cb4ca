{{- define "cartwright.labels" -}}
app.kubernetes.io/name: cartwright
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .kind }}
{{- end }}

{{- define "cartwright.metadata" -}}
name: {{ .root.Release.Name }}-{{ .kind }}
labels:
  {{- include "cartwright.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "cartwright.pod" -}}
automountServiceAccountToken: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "cartwright.container" -}}
name: {{ .kind }}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
envFrom:
  - secretRef:
      name: {{ .root.Values.existingSecret }}
env:
  {{- range $name, $value := .root.Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  - name: OPERATIONS_HOST
    value: 0.0.0.0
  - name: DRAIN_NOTICE_SECONDS
    value: {{ .notice | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "cartwright.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "cartwright.metadata" . | nindent 2 }}
spec:
  {{- $scaling := .values.autoscaling | default (dict) }}
  {{- if not $scaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "cartwright.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "cartwright.labels" . | nindent 8 }}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9100"
        prometheus.io/path: /metrics
    spec:
      {{- include "cartwright.pod" . | nindent 6 }}
      serviceAccountName: {{ .root.Release.Name }}-cartwright
      # The process itself keeps serving for DRAIN_NOTICE_SECONDS, so no preStop hook is needed. Then it has 45 s.
      terminationGracePeriodSeconds: {{ add .notice 50 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "cartwright.labels" . | nindent 14 }}
      containers:
        - {{- include "cartwright.container" . | nindent 10 }}
          command: [node, lib/runtime/{{ .entry }}.ts]
          ports:
            {{- if .port }}
            - name: http
              containerPort: {{ .port }}
            {{- end }}
            - name: operations
              containerPort: 9100
          startupProbe:
            httpGet: { path: /health/live, port: operations }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health/live, port: operations }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          {{- if .port }}
          readinessProbe:
            httpGet: { path: /health/ready, port: operations }
            periodSeconds: 5
            timeoutSeconds: 6
            failureThreshold: 2
          {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
{{- end }}

{{- define "cartwright.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "cartwright.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "cartwright.labels" . | nindent 4 }}
  ports:
    - name: http
      port: 80
      targetPort: http
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "cartwright.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "cartwright.labels" . | nindent 6 }}
{{- end }}
