import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../e2e/processes.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { argumentsOf, type Command, commandsOf, pages } from "./test/documented-commands.ts";

// Each command in README.md and docs is run by a test or checked here. An unknown command fails a test.

const here = mkdtempSync(join(tmpdir(), "cartwright-documents-"));
const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const scripts = JSON.parse(read("package.json")).scripts as Record<string, string>;
const commands = pages.flatMap(commandsOf);
const owner = "o@example.com";
let shop: Awaited<ReturnType<typeof createTestDatabase>>;
let fresh: Awaited<ReturnType<typeof createTestDatabase>>;

const admin = (words: string[], database = shop.url, input?: string) =>
  run(
    ["scripts/start.mjs", "admin", ...words],
    { DATABASE_URL: database, CARTWRIGHT_DATA_DIR: here, CARTWRIGHT_SECRET: undefined },
    input,
  );

beforeAll(async () => {
  shop = await createTestDatabase();
  fresh = await createTestDatabase();
  const person = ["--email", owner, "--name", "O", "--password", "a long enough password"];
  const place = ["--store", "shop", "--currency", "EUR", "--timezone", "UTC"];
  expect(await admin(["setup", ...person, ...place])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await shop.drop();
  await fresh.drop();
  rmSync(here, { recursive: true, force: true });
});

/** Commands that other tests run, with the file and the call. */
const runBy: Record<string, { file: string; by: RegExp }> = {
  simulate: { file: "scripts/simulate.test.ts", by: /start\("simulate"/ },
  shop: { file: "scripts/shop.test.ts", by: /start\("shop"/ },
  services: { file: "lib/runtime/drain.test.ts", by: /start\("services"/ },
  worker: { file: "lib/runtime/drain.test.ts", by: /start\("worker"/ },
  ci: { file: "scripts/dependencies.test.ts", by: /package-lock\.json/ },
  audit: { file: "scripts/dependencies.test.ts", by: /package-lock\.json/ },
};
/** Commands that are too long for a test, or that developers use, must at least exist. */
const only = ["dev", "standalone", "screenshots"];

const isStart = ({ words }: Command) => words.join(" ") === "npm start";
const isTest = ({ words }: Command) => words[0] === "npm" && words[1] === "test";
const adminWords = (command: Command) => argumentsOf(command, "admin");

const filled = (words: string[], head = "") =>
  words.map((word) => {
    if (word === "YOUR-STORE") return "shop";
    if (word === "THE-HASH-THAT-YOU-KEPT") return head;
    if (word === "THEIR-EMAIL") return owner;
    if (word === "FOLDER") return join(here, "events");
    return word === "FILE" || word.startsWith("/var/backups/") ? join(here, "backup.sql.gz") : word;
  });

test("the documentation contains commands", () => {
  expect(commands.length).toBeGreaterThan(40);
});

test("each documented command is run or checked by a test", () => {
  const isKnown = (command: Command) => {
    const [program, word = ""] = command.words;
    if (isStart(command) || isTest(command)) return true;
    if (["docker", "openssl", "curl", "helm"].includes(program ?? "")) return true;
    if (program !== "npm") return false;
    const name = word === "run" ? command.words[2] : word;
    return ["admin", "bench", "soak", ...only, ...Object.keys(runBy)].includes(name ?? "");
  };
  expect(commands.filter((command) => !isKnown(command)).map(({ page, text }) => `${page}: ${text}`)).toEqual([]);
});

test("every named script exists, and the test that should run it does", () => {
  for (const { page, text, words } of commands) {
    const name = words[0] === "npm" && words[1] === "run" ? words[2] : undefined;
    if (name !== undefined)
      expect([page, text, Object.keys(scripts)]).toEqual([page, text, expect.arrayContaining([name])]);
    const tried = runBy[name ?? words[1] ?? ""];
    if (words[0] === "npm" && tried) expect(read(tried.file), text).toMatch(tried.by);
  }
  const entries = Object.values(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? []);
  expect(entries.filter((file) => !existsSync(join(projectDir, file)))).toEqual([]);
});

test("settings before a command are read by Cartwright or its tests", () => {
  const known = new Set(
    read(".env.example")
      .match(/^(?:# )?[A-Z][A-Z0-9_]+(?==)/gm)
      ?.map((name) => name.replace("# ", "")),
  );
  const named = commands.flatMap(({ settings }) => Object.keys(settings));
  expect(named).toContain("CHECKOUT_API_URL");
  const strange = named.filter((name) => !known.has(name));
  expect(strange.filter((name) => !read("scripts/test.ts").includes(`process.env.${name}`))).toEqual([]);
});

test("the arguments of npm test are its stages and its options", () => {
  const parts = /const stages.*= \{ (.+) \};/.exec(read("scripts/test.ts"))?.[1]?.split(", ") ?? [];
  expect(parts).toContain("unit");
  const options = JSON.parse(/const options = (\[.+\]);/.exec(read("scripts/test.ts"))?.[1] ?? "[]");
  expect(options).toEqual(["--changed", "--all"]);
  for (const command of commands.filter(isTest)) {
    const [, , dashes, ...rest] = command.words;
    if (dashes !== undefined)
      expect([command.text, parts]).toEqual([
        command.text,
        expect.arrayContaining(rest.filter((word) => !options.includes(word))),
      ]);
  }
});

describe.each(["bench", "soak"])("npm run %s", (name) => {
  test("a command knows each documented name and option", async () => {
    const given = commands.flatMap((command) => argumentsOf(command, name) ?? []);
    const names = given.filter((word) => /^[a-z]/.test(word));
    expect(names.length).toBeGreaterThan(3);
    const { code, said } = await run([`scripts/${name}.ts`, "no-such-one"], {});
    expect(code).toBe(2);
    const known = /Choose one of: (.+)\.$/m.exec(said)?.[1]?.split(", ") ?? [];
    expect(names.filter((word) => !known.includes(word))).toEqual([]);
    const options = given.filter((word) => word.startsWith("--"));
    const declared = [...read(`scripts/${name}.ts`).matchAll(/(\w+): \{ type: "string"/g)].map(
      ([, option]) => `--${option}`,
    );
    expect(options.filter((option) => !declared.includes(option))).toEqual([]);
  });
});

test("each npm run admin command works as it is written", { tags: "long", timeout: 600_000 }, async () => {
  const done = new Set<string>();
  const create = ["keys", "create", "--store", "shop", "--mode", "sandbox", "--scopes", "all"];
  const [apiKey = ""] = /test_\S+/.exec((await admin(create, shop.url)).said) ?? [];
  const [, head] = /head (\w+)/.exec((await admin(["audit", "verify", "--store", "shop"], shop.url)).said) ?? [];
  const toRun = commands.filter((command) => adminWords(command) !== null);
  expect(toRun.length).toBeGreaterThan(4);
  for (const command of toRun) {
    // The shop is smaller than the one in the documentation.
    const words = [
      ...filled(adminWords(command) ?? [], head),
      ...(adminWords(command)?.[0] === "demo" ? ["--visits", "60000"] : []),
    ];
    const key = words.join(" ");
    if (done.has(key)) continue;
    done.add(key);
    const database = words[0] === "restore" ? fresh.url : shop.url;
    const { code, said } = await admin(words, database, command.reads ? `${apiKey}\n` : undefined);
    expect(code, `${command.page}: ${command.text}\n${said}`).toBe(0);
  }
});

test("each option that the text names beside a command is in its --help", { tags: "long" }, async () => {
  const helps = await Promise.all(
    [
      ["admin", "--help"],
      ["admin", "people", "--help"],
      ["admin", "keys", "--help"],
      ["simulate", "--help"],
      ["shop", "--help"],
    ].map((words) => run(["scripts/start.mjs", ...words], { DATABASE_URL: shop.url, CARTWRIGHT_DATA_DIR: here })),
  );
  const help = [
    ...helps.map(({ said }) => said),
    ...["soak", "bench", "test"].map((name) => read(`scripts/${name}.ts`)),
  ].join("\n");
  const options = pages.flatMap((page) =>
    [...read(page).matchAll(/`(?:[a-z][\w -]* )?(--[a-z][a-z-]+)[^`]*`/g)].map(
      ([, option = ""]) => `${page}: ${option}`,
    ),
  );
  expect(options.length).toBeGreaterThan(5);
  const strange = options.filter((option) => !new RegExp(`${option.split(": ")[1]}\\b`).test(help));
  const others = /: --(scale|build|omit|cartwright-[a-z-]+)$/;
  expect(strange.filter((option) => !others.test(option))).toEqual([]);
});

test("each curl command calls an existing operation with a scope that the documented key has", async () => {
  const { upsells } = await import("../lib/contract/checkout/upsells.ts");
  const [call] = commands.filter(({ words: [program] }) => program === "curl");
  expect(call?.words.slice(1, 3)).toEqual(["-H", "Authorization: Bearer test_…"]);
  expect(new URL(call?.words[3] ?? "").pathname).toBe(`/services/checkout/v1${upsells.upsells.list.path}`);
  const made = commands.find((command) => adminWords(command)?.slice(0, 2).join(" ") === "keys create");
  expect(made?.text).toContain(upsells.upsells.list.scope);
});

test("the Docker and OpenSSL commands are right, as far as can be checked without these programs", async () => {
  const compose = read("compose.yaml");
  for (const { text, words } of commands.filter(({ words: [program] }) => program === "docker")) {
    expect(words.slice(1, 3)).toEqual(["compose", "up"]);
    expect(text).not.toContain("-f");
  }
  for (const [, service = ""] of pages
    .map(read)
    .join("\n")
    .matchAll(/`--scale (\w+)=\d+`/g)) {
    expect(compose).toMatch(new RegExp(`^  ${service}:$`, "m"));
  }
  for (const { words } of commands.filter(({ words: [program] }) => program === "openssl")) {
    const [program = "", ...rest] = words;
    const { stdout } = await promisify(execFile)(program, rest).catch(() => ({
      stdout: "not here, so not tried: 32 characters",
    }));
    expect(stdout.trim().length).toBeGreaterThanOrEqual(32);
  }
  const units = readdirSync(join(projectDir, "docs/systemd"));
  expect(units.length).toBeGreaterThan(1);
});
