import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { projectDir } from "../lib/runtime/runtime.ts";

// No test starts these deployment files, but the files and settings that they name must exist.
// documented-commands.test.ts runs the commands.

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const settings = new Set(
  read(".env.example")
    .match(/^(?:# )?[A-Z][A-Z0-9_]+(?==)/gm)
    ?.map((name) => name.replace("# ", "")),
);
const scripts = JSON.parse(read("package.json")).scripts as Record<string, string>;

test("the Dockerfile copies and runs existing files, and its context contains these and no secrets", () => {
  const dockerfile = read("Dockerfile");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
  expect(copied).toContain("app");
  expect(copied.filter((name) => !existsSync(join(projectDir, name)))).toEqual([]);
  const context = read(".dockerignore").split("\n");
  expect(context[0]).toBe("**");
  expect(copied.filter((name) => !context.includes(`!${name.replace(/^\.\//, "")}`))).toEqual([]);
  for (const [, script = ""] of dockerfile.matchAll(/npm run (\w+)/g)) expect(Object.keys(scripts)).toContain(script);
  expect(/^FROM node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(JSON.parse(read("package.json")).dependencies.node);
  const [user] = /(?<=^USER )\d+:\d+$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`--chown=${user} /data /data`);
  for (const name of dockerfile.match(/lib\/runtime\/\w+\.ts/g) ?? []) {
    expect([name, existsSync(join(projectDir, name))]).toEqual([name, true]);
  }
});

const seconds = z.string().regex(/^\d+s$/);
const composeFile = z.strictObject({
  "x-cartwright": z.unknown(),
  services: z.record(
    z.string(),
    z.strictObject({
      build: z.literal(".").optional(),
      image: z.string(),
      restart: z.literal("unless-stopped"),
      command: z.tuple([z.literal("node"), z.string()]).optional(),
      depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).optional(),
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string().regex(/^127\.0\.0\.1:\$\{PORT:-3000\}:3000$/)).optional(),
      volumes: z.array(z.string().regex(/^\w+:\/[\w/]+$/)).optional(),
      tmpfs: z.array(z.string().startsWith("/")).optional(),
      read_only: z.literal(true).optional(),
      cap_drop: z.tuple([z.literal("ALL")]).optional(),
      security_opt: z.tuple([z.literal("no-new-privileges:true")]).optional(),
      healthcheck: z
        .strictObject({ test: z.array(z.string()), interval: seconds, timeout: seconds, retries: z.number() })
        .optional(),
      shm_size: z.string().optional(),
      stop_grace_period: seconds,
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

test("compose.yaml has the form of a Compose file, and confines each process of Cartwright", () => {
  const { services, volumes } = composeFile.parse(parse(read("compose.yaml"), { merge: true }));
  expect(Object.keys(services)).toEqual(["postgres", "web", "worker"]);
  const limit = Number(/LIMIT_MS = (\d+)_000/.exec(read("lib/runtime/lifecycle.ts"))?.[1]);
  const [uid, gid] = /(?<=^USER )\d+:\d+$/m.exec(read("Dockerfile"))?.[0].split(":") ?? [];
  for (const [name, service] of Object.entries(services)) {
    for (const other of Object.keys(service.depends_on ?? {})) expect(services[other]?.healthcheck).toBeDefined();
    for (const volume of service.volumes ?? []) expect(Object.keys(volumes)).toContain(volume.split(":")[0]);
    const settled = Object.keys(service.environment);
    const given = Object.values(service.environment).flatMap((value) => [...value.matchAll(/\$\{([A-Z0-9_]+)/g)]);
    const names = [...settled, ...given.map(([, given = ""]) => given)];
    expect(names.filter((one) => !settings.has(one) && !/^POSTGRES_(USER|DB|PASSWORD)$/.test(one))).toEqual([]);
    if (name === "postgres") continue;
    const { read_only, cap_drop, security_opt, tmpfs, command, environment, stop_grace_period } = service;
    expect([read_only, cap_drop?.length, security_opt?.length]).toEqual([true, 1, 1]);
    expect(tmpfs).toEqual([`/data:uid=${uid},gid=${gid},mode=0700`, "/tmp"]);
    if (command) expect(existsSync(join(projectDir, command[1]))).toBe(true);
    const notice = Number(/\d+/.exec(environment.DRAIN_NOTICE_SECONDS ?? "0")?.[0]);
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(limit + notice);
  }
});

test("the systemd units use settings that Cartwright reads", () => {
  for (const unit of readdirSync(join(projectDir, "docs/systemd"))) {
    const text = read(`docs/systemd/${unit}`);
    const set =
      /^Environment=(.+)$/m
        .exec(text)?.[1]
        ?.split(" ")
        .map((one) => one.split("=")[0] ?? "") ?? [];
    expect(set.filter((name) => !settings.has(name) && name !== "NODE_ENV")).toEqual([]);
    const script = /^ExecStart=\S+ (lib\/runtime\/\w+\.ts)$/m.exec(text)?.[1] ?? "";
    expect([unit, existsSync(join(projectDir, script)) && script !== ""]).toEqual([unit, true]);
    expect(text).toMatch(/^NoNewPrivileges=yes$/m);
  }
});

test("docs/operations.md names existing settings, metrics and files", () => {
  const page = read("docs/operations.md");
  const elsewhere = /^(OTEL_\w+|SIGTERM|JSON|SQL|TLS|POSTGRES_\w+)$/;
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !settings.has(name) && !elsewhere.test(name))).toEqual([]);
  for (const [, path = ""] of page.matchAll(/\]\((\.\.\/[^)]+)\)/g)) {
    expect([path, existsSync(join(projectDir, "docs", path))]).toEqual([path, true]);
  }
  const metrics = ["lib/telemetry.ts", "lib/runtime/metrics.ts", "lib/runtime/operations-port.ts"].map(read).join();
  for (const [name] of page.matchAll(/\bcartwright_[a-z_]+/g)) expect(metrics).toContain(`${name}`);
});
