import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findChromium } from "./chromium.ts";
import { onStop } from "./lifecycle.ts";
import { findServer } from "./postgres-cluster.ts";
import { startTestApp } from "./test-app.ts";
import { throwAwayServer } from "./test-database.ts";
import { blankSettings, runTool, stopTools } from "./test-tools.ts";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Everything that a stage puts aside is in here, also what a tool that was stopped half-way has left. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "cartwright-run-")));
process.env.TMPDIR = scratch;
const undo: (() => unknown)[] = [];

const stages: Record<string, (args: string[]) => Promise<Count>> = { types, lint, unit, e2e };

async function types(): Promise<Count> {
  const routes = await runTool(["node_modules/next/dist/bin/next", "typegen"], { minutes: 3 });
  return one(routes && (await runTool(["node_modules/typescript/bin/tsc", "--noEmit"], { minutes: 5 })));
}

async function lint(): Promise<Count> {
  return one(
    await runTool(["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."], { minutes: 3 }),
  );
}

async function unit(args: string[]): Promise<Count> {
  const results = join(scratch, "unit.json");
  const given = process.env.TEST_DATABASE_URL;
  const database = given ? undefined : await throwAwayServer();
  if (database) undo.push(database.stop);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const env = { ...blankSettings(), TEST_DATABASE_URL: given || database?.url };
  const ok = await runTool(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args], { minutes: 15, env });
  const said = readResults(results);
  const unloadable = (said?.testResults ?? []).filter(
    (file: { status: string; assertionResults: unknown[] }) =>
      file.status === "failed" && !file.assertionResults.length,
  );
  return settle(ok, {
    passed: said?.numPassedTests ?? 0,
    failed: (said?.numFailedTests ?? 0) + unloadable.length,
    skipped: (said?.numPendingTests ?? 0) + (said?.numTodoTests ?? 0),
  });
}

async function e2e(args: string[]): Promise<Count> {
  const results = join(scratch, "e2e.json");
  const chromium = await findChromium();
  const app = await startTestApp(12);
  undo.push(app.stop);
  const env = { ...app.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: results };
  const ok = await runTool(["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...args], {
    minutes: 30,
    env,
  });
  const said = readResults(results);
  return settle(ok, {
    passed: (said?.stats.expected ?? 0) + (said?.stats.flaky ?? 0),
    failed: (said?.stats.unexpected ?? 0) + (said?.errors.length ?? 0),
    skipped: said?.stats.skipped ?? 0,
  });
}

function one(ok: boolean): Count {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** A tool that crashed, or that ran nothing, has failed whatever its numbers say. */
function settle(ok: boolean, count: Count): Count {
  if (count.failed > 0 || (ok && count.passed > 0)) return count;
  if (ok) console.error("No test was run.");
  return { ...count, failed: 1 };
}

function readResults(path: string) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

async function cleanUp(): Promise<void> {
  stopTools();
  while (undo.length) await undo.pop()?.();
  const left = readdirSync(scratch).map((name) => join(scratch, name, "postgres"));
  for (const directory of left) {
    const server = findServer(directory);
    if (server) process.kill(server.pid, "SIGQUIT");
    while (findServer(directory)) await sleep(50);
  }
  rmSync(scratch, { recursive: true, force: true });
}

let stopped = false;
onStop(async () => {
  stopped = true;
  await cleanUp();
  throw new Error("Interrupted.");
});

const words = process.argv.slice(2);
const chosen = Object.keys(stages).filter((name) => words.includes(name));
const rest = words.filter((word) => !Object.hasOwn(stages, word));
const total: Count = { passed: 0, failed: 0, skipped: 0 };
for (const name of chosen.length ? chosen : Object.keys(stages)) {
  if (stopped) break;
  console.log(`\n== ${name}`);
  const count = await stages[name]?.(rest).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return one(false);
  });
  for (const key of ["passed", "failed", "skipped"] as const) total[key] += count?.[key] ?? 0;
}
await cleanUp();
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed ? 1 : 0);
