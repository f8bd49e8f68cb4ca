import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { productProcess, temporaryDirectory } from "./test/processes.ts";

// `npm run soak -- alerts` raises each alert by a fault.

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const rules = read("docs/deploy/prometheus/alerts.yaml");
const alerts = rules.split("      - alert: ").slice(1);
const expressions = [
  ...alerts.map((alert) => /expr: ((?:.|\n)+?)\n {8}(?:for|labels):/.exec(alert)?.[1] ?? ""),
  ...readdirSync(join(projectDir, "docs/deploy/grafana")).flatMap((name) => {
    const { panels } = JSON.parse(read(`docs/deploy/grafana/${name}`));
    return panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr));
  }),
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test("each metric and label value in an alert or a dashboard is one that a process exports", async () => {
  const settings = { DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: temporaryDirectory() };
  const { child, operations, origin, ended } = await productProcess("services", settings);
  await fetch(`${origin}/r/none`);
  const text = await (await fetch(`${operations}/metrics`)).text();
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]));
  const names = [...types].flatMap(([name, type]) =>
    type === "histogram" ? ["bucket", "sum", "count"].map((part) => `${name}_${part}`) : [name],
  );
  const used = expressions.flatMap((expression) => expression.match(/\b(?:cartwright|nodejs|process)_\w+/g) ?? []);
  expect(new Set(used).size).toBeGreaterThan(15);
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
  const gauges = expressions.flatMap((expression) => [
    ...expression.matchAll(/(cartwright_(?!http)\w+)\{(state|queue)="(\w+)"\}/g),
  ]);
  expect(gauges.length).toBeGreaterThan(1);
  for (const [, name, label, value] of gauges) expect(text).toContain(`${name}{${label}="${value}"}`);
});

test("each alert says what is wrong, what a merchant notices, and where docs/operations.md says more", () => {
  const headings = [...read("docs/operations.md").matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text.toLowerCase().replaceAll(" ", "-"),
  );
  expect(alerts.length).toBeGreaterThan(7);
  for (const alert of alerts) {
    expect(alert).toMatch(/severity: (critical|warning) }/);
    expect(alert).toMatch(/summary: "[A-Z{].+\."\n/);
    expect(alert).toMatch(/description: ".+\."\n/);
    expect(headings).toContain(/runbook: docs\/operations\.md#(\S+)/.exec(alert)?.[1]);
  }
});
