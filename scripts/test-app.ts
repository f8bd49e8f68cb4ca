import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deriveSecret } from "../lib/secret.ts";
import { projectDir } from "./runtime.ts";
import { blankSettings } from "./test-tools.ts";

export interface TestApp {
  /** What the browser tests have to know about it. */
  env: Record<string, string | undefined>;
  stop(): Promise<void>;
}

/** The product as `npm start` serves it, built where needed, on data of its own that is thrown away. */
export async function startTestApp(minutes: number): Promise<TestApp> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "cartwright-e2e-")));
  const secret = randomBytes(32).toString("base64url");
  const settings = {
    ...blankSettings(),
    CARTWRIGHT_DATA_DIR: dataDir,
    CARTWRIGHT_SECRET: secret,
    HOST: "127.0.0.1",
    PORT: "0",
  };
  const logFile = join(dataDir, "app.log");
  const log = openSync(logFile, "w");
  const app = spawn(process.execPath, [join(projectDir, "scripts", "serve.ts")], {
    cwd: projectDir,
    env: { ...process.env, ...settings },
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  const stop = () => stopApp(app, dataDir);
  const origin = await originOf(app, dataDir, minutes);
  if (!origin) {
    const said = readFileSync(logFile, "utf8").trim();
    await stop();
    throw new Error(`The app did not start.\n${said}`);
  }
  const setupToken = deriveSecret(secret, "setup-token", 24).toString("base64url");
  return { env: { ...settings, PORT: new URL(origin).port, CARTWRIGHT_ORIGIN: origin, SETUP_TOKEN: setupToken }, stop };
}

async function originOf(app: ChildProcess, dataDir: string, minutes: number): Promise<string | undefined> {
  const card = join(dataDir, "instance.json");
  const deadline = Date.now() + minutes * 60_000;
  while (Date.now() < deadline && app.exitCode === null && app.signalCode === null) {
    const origin = existsSync(card) && JSON.parse(readFileSync(card, "utf8")).origin;
    if (origin) return origin;
    await sleep(100);
  }
  return undefined;
}

async function stopApp(app: ChildProcess, dataDir: string): Promise<void> {
  const ended = new Promise((resolve) => app.once("exit", resolve));
  if (app.exitCode === null && app.signalCode === null) {
    app.kill("SIGTERM");
    const patience = setTimeout(() => app.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(patience);
  }
  // Beside what Playwright says about a failure; not earlier, since it empties that folder when it begins.
  const results = join(projectDir, "test-results");
  mkdirSync(results, { recursive: true });
  copyFileSync(join(dataDir, "app.log"), join(results, "app.log"));
  rmSync(dataDir, { recursive: true, force: true });
}
