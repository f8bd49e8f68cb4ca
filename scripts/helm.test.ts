import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import type { Deployment } from "kubernetes-types/apps/v1";
import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2";
import type { Job } from "kubernetes-types/batch/v1";
import type { Container, PodSpec, Service } from "kubernetes-types/core/v1";
import type { Ingress, NetworkPolicy } from "kubernetes-types/networking/v1";
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";
import { chartFolder, type Manifest, merge, readChart, renderChart } from "./test/helm.ts";
import { temporaryDirectory } from "./test/processes.ts";

// Helm and a cluster are not needed: the types of Kubernetes' own API check what the chart renders.

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const settings = read(".env.example")
  .match(/^(?:# )?[A-Z][A-Z0-9_]+(?==)/gm)
  ?.map((name) => name.replace("# ", ""));
const everything = {
  imagePullSecrets: [{ name: "registry" }],
  web: { autoscaling: { enabled: true } },
  services: { enabled: true },
  ingress: { enabled: true, className: "nginx", tlsSecret: "desk-tls", annotations: { "a.example/b": "12m" } },
  networkPolicy: { enabled: true, metricsFrom: [{ namespaceSelector: { matchLabels: { name: "monitoring" } } }] },
  nodeSelector: { "kubernetes.io/arch": "amd64" },
  tolerations: [{ key: "shop", operator: "Exists" }],
};
const variants = { "the defaults": {}, everything, "no worker": { worker: { replicas: 0 } } };
const each = Object.entries(variants);

const of = <T>(manifests: Manifest[], kind: string) => manifests.filter((one) => one.kind === kind) as unknown as T[];
const podOf = (one: Deployment | Job): PodSpec => one.spec?.template.spec as PodSpec;
const containerOf = (one: Deployment | Job) => podOf(one).containers[0] as Container;
const portsOf = (one: Deployment) => (containerOf(one).ports ?? []).map(({ name }) => name);
const settingOf = (one: Deployment | Job, name: string) =>
  containerOf(one).env?.find((setting) => setting.name === name)?.value;

test("what the chart renders has the types of the Kubernetes API", { tags: "long" }, async () => {
  const groups: Record<string, string> = { v1: "core/v1", "networking.k8s.io/v1": "networking/v1" };
  const lines = each.flatMap(([, values], variant) =>
    renderChart(values).map((one, at) => {
      const from = join(projectDir, "node_modules/kubernetes-types", groups[one.apiVersion] ?? one.apiVersion);
      return `export const a${variant}_${at}: import(${JSON.stringify(from)}).${one.kind} = ${JSON.stringify(one)};`;
    }),
  );
  expect(lines.length).toBeGreaterThan(20);
  const file = join(temporaryDirectory(), "manifests.ts");
  writeFileSync(file, lines.join("\n"));
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--types",
    "",
  ];
  const compiler = [join(projectDir, "node_modules/typescript/bin/tsc"), ...options, file];
  const said = await promisify(execFile)(process.execPath, compiler).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout.replaceAll(`${file}`, "manifests.ts"),
  );
  expect(said).toBe("");
});

test.each(each)("with %s, names, labels and ports refer to each other", (_, values) => {
  const manifests = renderChart(values);
  const deployments = of<Deployment>(manifests, "Deployment");
  expect(deployments.length).toBeGreaterThan(0);
  const ids = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(new Set(ids).size).toBe(ids.length);
  const selected = (labels: Record<string, string> | undefined) =>
    deployments.filter((one) =>
      Object.entries(labels ?? { none: "" }).every(
        ([key, value]) => one.spec?.template.metadata?.labels?.[key] === value,
      ),
    );
  for (const one of deployments) {
    expect(selected(one.spec?.selector.matchLabels)).toEqual([one]);
    expect(ids).toContain(`ServiceAccount ${podOf(one).serviceAccountName}`);
    const { startupProbe, livenessProbe, readinessProbe } = containerOf(one);
    for (const probe of [startupProbe, livenessProbe]) expect(portsOf(one)).toContain(probe?.httpGet?.port);
    if (portsOf(one).includes("http")) expect(portsOf(one)).toContain(readinessProbe?.httpGet?.port);
  }
  const services = of<Service>(manifests, "Service");
  for (const { spec } of services) {
    expect(selected(spec?.selector)).toHaveLength(1);
    for (const { targetPort } of spec?.ports ?? [])
      expect(portsOf(selected(spec?.selector)[0] as Deployment)).toContain(targetPort);
  }
  for (const { spec } of of<PodDisruptionBudget>(manifests, "PodDisruptionBudget"))
    expect(selected(spec?.selector?.matchLabels)).toHaveLength(1);
  for (const { spec } of of<NetworkPolicy>(manifests, "NetworkPolicy")) {
    expect(selected(spec?.podSelector.matchLabels)).toEqual(deployments);
    const ports = (spec?.ingress ?? []).flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
    expect(ports).toEqual(["http", "operations"]);
  }
  const scaled = of<HorizontalPodAutoscaler>(manifests, "HorizontalPodAutoscaler").map(
    ({ spec }) => spec?.scaleTargetRef.name,
  );
  for (const name of scaled) expect(ids).toContain(`Deployment ${name}`);
  for (const { metadata, spec } of deployments)
    expect(spec?.replicas === undefined).toBe(scaled.includes(metadata?.name as string));
  for (const { spec } of of<Ingress>(manifests, "Ingress")) {
    for (const { backend } of spec?.rules?.[0]?.http?.paths ?? []) {
      const service = services.find(({ metadata }) => metadata?.name === backend.service?.name);
      expect(service?.spec?.ports?.map(({ name }) => name)).toContain(backend.service?.port?.name);
    }
  }
});

test.each(each)("with %s, every pod is confined and starts what the image has", (_, values) => {
  const manifests = renderChart(values);
  const user = Number(/^USER (\d+)/m.exec(read("Dockerfile"))?.[1]);
  const jobs = of<Job>(manifests, "Job");
  expect(jobs.map(({ metadata }) => metadata?.annotations?.["helm.sh/hook"])).toEqual(["pre-install,pre-upgrade"]);
  for (const one of [...of<Deployment>(manifests, "Deployment"), ...jobs]) {
    const pod = podOf(one);
    const container = containerOf(one);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        fsGroup: user,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const mounted = container.volumeMounts?.map(({ name, mountPath }) => [name, mountPath]);
    expect(mounted).toEqual([
      ["data", "/data"],
      ["tmp", "/tmp"],
    ]);
    expect(pod.volumes).toEqual([
      { name: "data", emptyDir: {} },
      { name: "tmp", emptyDir: {} },
    ]);
    expect(container.command?.[0]).toBe("node");
    expect(existsSync(join(projectDir, container.command?.[1] ?? ""))).toBe(true);
    const names = (container.env ?? []).map(({ name }) => name);
    expect(names.filter((name, at) => !settings?.includes(name) || names.indexOf(name) !== at)).toEqual([]);
    expect(container.envFrom).toEqual([{ secretRef: { name: "cartwright" } }]);
  }
});

test("Kubernetes waits longer than a process that stops, whatever the notice", () => {
  const limit = Number(/LIMIT_MS = (\d+)_000/.exec(read("lib/runtime/lifecycle.ts"))?.[1]);
  for (const notice of [0, 10, 120]) {
    for (const one of of<Deployment>(renderChart({ ...everything, drainNoticeSeconds: notice }), "Deployment")) {
      const waits = Number(settingOf(one, "DRAIN_NOTICE_SECONDS"));
      expect(waits).toBe(one.metadata?.name === "desk-worker" ? 0 : notice);
      expect(podOf(one).terminationGracePeriodSeconds).toBeGreaterThan(waits + limit);
    }
  }
});

test("the schema of the values knows each setting, and rejects a typo and a secret", () => {
  const schema = JSON.parse(readFileSync(join(chartFolder, "values.schema.json"), "utf8"));
  const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  const accepts = (values: object) => check(merge(readChart("values.yaml"), values));
  for (const [name, values] of each) expect([name, accepts(values), check.errors]).toEqual([name, true, null]);
  expect(accepts({ wrker: { replicas: 2 } })).toBe(false);
  expect(accepts({ web: { replica: 2 } })).toBe(false);
  expect(accepts({ env: { LOG_LEVL: "debug" } })).toBe(false);
  expect(accepts({ env: { DATABASE_URL: "postgres://…" } })).toBe(false);
  expect(accepts({ env: { CARTWRIGHT_ORIGIN: "desk.example.com" } })).toBe(false);

  const [, path = "", assignments = ""] =
    /^helm upgrade --install desk (\S+) (--set .+)$/m.exec(read("docs/operations.md")) ?? [];
  expect(join(projectDir, path)).toBe(chartFolder);
  const documented = assignments
    .split(/ ?--set /)
    .filter(Boolean)
    .map((one) => one.split(/[.=](.*)/s));
  expect(documented.length).toBe(2);
  for (const [group = "", rest = ""] of documented) {
    const [name = "", value] = rest.split(/=(.*)/s);
    expect([group, accepts({ [group]: { [name]: value } })]).toEqual([group, true]);
  }

  const known: string[] = schema.properties.env.propertyNames.enum;
  const secret = [
    ...(read("docs/deploy/helm/cartwright/values.yaml")
      .split("\n\n")[1]
      ?.matchAll(/\b[A-Z]+_[A-Z_]+\b/g) ?? []),
  ].map(String);
  expect(secret).toContain("CARTWRIGHT_SECRET");
  const image = [...read("Dockerfile").matchAll(/ ([A-Z_]+)=/g)].map(([, name = ""]) => name);
  const byTheChart = [...image, "SERVICES_PORT", "OPERATIONS_HOST", "DRAIN_NOTICE_SECONDS"];
  const forOneCommand = ["CHROMIUM_PATH", "MIGRATION_DATABASE_URL"];
  const elsewhere = [...secret, ...byTheChart, ...forOneCommand];
  expect(known.filter((name) => elsewhere.includes(name))).toEqual([]);
  expect(settings?.filter((name) => !known.includes(name) && !elsewhere.includes(name))).toEqual([]);
  expect(known.filter((name) => !settings?.includes(name) && !name.startsWith("OTEL_"))).toEqual([]);
});
