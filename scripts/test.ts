import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuild } from "../lib/runtime/build.ts";
import { onStop } from "../lib/runtime/lifecycle.ts";
import { findServer } from "../lib/runtime/postgres-cluster.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { TEMPLATE } from "../lib/testing/database.ts";
import { type Settings, startTestApp } from "./test/app.ts";
import { baseOfChanges, browserTestsFor, changedFiles } from "./test/changed.ts";
import { findChromium } from "./test/chromium.ts";
import { startTestCluster } from "./test/cluster.ts";
import { makeTemplate, throwAwayServer } from "./test/database.ts";
import { type Count, one, readBrowserResults, readUnitResults, settle } from "./test/results.ts";
import { breaches, readStatements } from "./test/tenant-rule.ts";
import { blankSettings, runTool, stopTools } from "./test/tools.ts";

/** Holds the temporary files of all stages, even of tools that were stopped. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "cartwright-run-")));
process.env.TMPDIR = scratch;
// Tests start hundreds of Node processes that load the same modules. `start.mjs` loads them in the same way.
process.env.NODE_COMPILE_CACHE = join(projectDir, "node_modules/.cache/cartwright");
process.env.NODE_OPTIONS = `--import=${new URL("../lib/runtime/drizzle-imports.mjs", import.meta.url)}`;
const undo: (() => unknown)[] = [];

/** The build and the checks of the linters, which go on beside other stages. */
let built: Promise<void> | undefined;
let linted: Promise<Count> | undefined;

const stages: Record<string, (args: string[]) => Promise<Count>> = { types, lint, unit, e2e };

async function types(): Promise<Count> {
  const routes = await runTool(["node_modules/next/dist/bin/next", "typegen"], { minutes: 3 });
  // Each further thread of the compiler works out most types again, and the linters use the second processor.
  const compiler = ["node_modules/typescript/bin/tsc", "--noEmit", "--singleThreaded"];
  return one(routes && (await runTool(compiler, { minutes: 5 })), "types");
}

async function lint(): Promise<Count> {
  linted ??= runLinters();
  return linted;
}

async function runLinters(): Promise<Count> {
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."];
  const knip = ["node_modules/knip/bin/knip.js", "--no-progress"];
  const clean = await Promise.all([biome, knip].map((words) => runTool(words, { minutes: 5 })));
  return one(clean.every(Boolean), "lint");
}

async function unit(args: string[]): Promise<Count> {
  const results = join(scratch, "unit.json");
  const given = process.env.TEST_DATABASE_URL;
  const database = given ? undefined : await throwAwayServer();
  if (database) undo.push(database.stop);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const env = { ...blankSettings(), TEST_DATABASE_URL: given || database?.url };
  const ok = await runTool(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args], { minutes: 30, env });
  const count = readUnitResults(results, withoutLong ? "long" : undefined);
  return ok && args.includes(noneIsFine) ? count : settle(ok, "unit", count);
}

async function e2e(args: string[]): Promise<Count> {
  const results = join(scratch, "e2e.json");
  const chromium = await findChromium();
  await built;
  const app = process.env.CLUSTER === "1" ? await startTestCluster(12) : await startAlone();
  undo.push(app.stop);
  const env = { ...app.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: results };
  const words = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...args];
  const ok = await runTool(words, { minutes: 60, env });
  const count = readBrowserResults(results);
  const broken = await breachesOf(app.env);
  count.failed += broken.length;
  count.failures.push(...broken.map((breach) => `a statement of the services ${breach}`));
  return ok && args.includes(noneIsFine) ? count : settle(ok, "e2e", count);
}

/** What the app sent to its database during the browser tests. */
async function breachesOf({ TEST_DATABASE_URL = "", TEST_STATEMENTS }: Settings): Promise<string[]> {
  if (!TEST_STATEMENTS) return [];
  const template = new URL(TEST_DATABASE_URL);
  template.pathname = TEMPLATE;
  const statements = readStatements(TEST_STATEMENTS);
  console.log(`${statements.length} statements of the services were recorded.`);
  return breaches(template.href, statements);
}

/** Tests that kill an app start their own, with the database that it brings. */
async function startAlone() {
  const database = await throwAwayServer();
  undo.push(database.stop);
  await makeTemplate(database.url);
  const recorder = new URL("test/record-statements.ts", import.meta.url);
  const app = await startTestApp(12, {
    CARTWRIGHT_COMPONENTS: "1",
    DATABASE_URL: database.url,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS} --import=${recorder}`,
    TEST_STATEMENTS: join(scratch, "statements"),
  });
  return { ...app, env: { ...app.env, TEST_DATABASE_URL: database.url } };
}

async function build(): Promise<void> {
  (await ensureBuild(() => {})).release();
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

const options = ["--changed", "--all"];
const words = process.argv.slice(2).filter((word) => !options.includes(word));
const base = process.argv.includes("--changed") ? baseOfChanges() : null;
const browserTests = base === null ? null : browserTestsFor(changedFiles(base));
const leavingOutLong: Record<string, string[]> = { unit: ["--tags-filter=!long"], e2e: ["--grep-invert=@long"] };
/** Tells both tools that what has changed may concern no test, or long ones only. */
const noneIsFine = "--pass-with-no-tests";
/** The arguments of a stage, or null if nothing that changed concerns it. */
function argumentsOf(name: string): string[] | null {
  const given = [...((withoutLong && leavingOutLong[name]) || []), ...rest];
  if (base !== null && name === "unit") return [`--changed=${base}`, noneIsFine, ...given];
  if (base === null || name !== "e2e") return given;
  return browserTests?.length ? [...browserTests, noneIsFine, ...given] : null;
}
const chosen = Object.keys(stages).filter((name) => words.includes(name));
const rest = words.filter((word) => !Object.hasOwn(stages, word));
/** Whoever names tests gets the long ones among them as well. */
const withoutLong = rest.length === 0 && !process.argv.includes("--all");
const total: Count = { passed: 0, failed: 0, skipped: 0, failures: [], again: [], slow: [] };
const names = chosen.length ? chosen : Object.keys(stages);
for (const name of names) {
  const given = argumentsOf(name);
  if (stopped) break;
  if (given === null) continue;
  // Unit tests leave the processors idle for a fifth of their time. The build would remove what `types` reads.
  if (names.includes("e2e") && browserTests?.length !== 0 && name !== "types") {
    built ??= build();
    built.catch(() => {});
  }
  if (name === "types" && names.includes("lint")) lint().catch(() => {});
  console.log(`\n== ${name}`);
  const count = await stages[name]?.(given).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return one(false, name);
  });
  for (const key of ["passed", "failed", "skipped"] as const) total[key] += count?.[key] ?? 0;
  total.failures.push(...(count?.failures ?? []));
  total.again.push(...(count?.again ?? []));
  total.slow.push(...(count?.slow ?? []));
}
await cleanUp();
const slowest = total.slow.sort((a, b) => b.seconds - a.seconds).slice(0, 20);
if (slowest.length) console.log("\nThe slowest tests, in seconds:");
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)}  ${name}`);
for (const pass of total.again) console.log(`\nPassed only when tried again: ${pass}`);
for (const failure of total.failures) console.log(`\nFailed: ${failure}`);
const again = total.again.length ? ` (${total.again.length} only when tried again)` : "";
console.log(
  `\n${total.passed} passed${again}, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`,
);
if (withoutLong && names.some((name) => name in leavingOutLong))
  console.log("The long tests were left out. `npm test -- --all` runs them as well.");
process.exit(total.failed ? 1 : 0);
