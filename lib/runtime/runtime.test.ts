import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess, temporaryDirectory } from "../../scripts/test/processes.ts";

const settings = `
  import { prepareSettings } from "./runtime.ts";
  prepareSettings();
  console.log(process.env.CARTWRIGHT_SECRET);
  setInterval(() => {}, 1000);
`;

const within = (dataDir: string, more: Record<string, string> = {}) => ({
  CARTWRIGHT_DATA_DIR: dataDir,
  CARTWRIGHT_SECRET: "",
  DATABASE_URL: "",
  ...more,
});

test("processes that start at the same time agree on one secret, and a private file keeps it", async () => {
  const dataDir = temporaryDirectory();
  const starts = await Promise.all([1, 2, 3].map(() => inProcess(settings, within(dataDir))));
  const later = await inProcess(settings, within(dataDir));
  const file = join(dataDir, "secret");
  const secret = readFileSync(file, "utf8").trim();
  expect([...starts, later].map(({ line }) => line)).toEqual(Array(4).fill(secret));
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a secret in the environment takes precedence", async () => {
  const { line } = await inProcess(
    settings,
    within(temporaryDirectory(), { CARTWRIGHT_SECRET: "from the environment" }),
  );
  expect(line).toBe("from the environment");
});

test("a set DATABASE_URL is used as it is, and nothing is started", async () => {
  const code = `
    import { prepareRuntime } from "./runtime.ts";
    const { databaseUrl, postgres } = await prepareRuntime();
    console.log(databaseUrl, postgres);
  `;
  const { line } = await inProcess(code, within(temporaryDirectory(), { DATABASE_URL: "postgres://elsewhere/db" }));
  expect(line).toBe("postgres://elsewhere/db undefined");
});
