import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  const [uid, gid] = user?.split(":") ?? [];
  expect(read("compose.yaml")).toContain(`/data:uid=${uid},gid=${gid},`);
  for (const name of read("compose.yaml")
    .concat(dockerfile)
    .match(/lib\/runtime\/\w+\.ts/g) ?? []) {
    expect([name, existsSync(join(projectDir, name))]).toEqual([name, true]);
  }
});

test("compose.yaml and the systemd units use settings that Cartwright reads", () => {
  const compose = read("compose.yaml");
  const blocks = [...compose.matchAll(/environment:.*\n((?: {4,6}.+\n)+)/g)].map(([, block = ""]) => block);
  const named = blocks.flatMap((block) => block.match(/^ +[A-Z][A-Z0-9_]+(?=:)/gm) ?? []).map((name) => name.trim());
  const given = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = ""]) => name);
  const ofPostgres = ["POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"];
  expect(named).toContain("DATABASE_URL");
  expect([...named, ...given].filter((name) => !settings.has(name) && !ofPostgres.includes(name))).toEqual([]);
  expect(compose).not.toMatch(/\t/);

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
