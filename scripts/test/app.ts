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
import { projectDir } from "../../lib/runtime/runtime.ts";
import { deriveSecret } from "../../lib/secret.ts";
import { blankSettings } from "./tools.ts";

export type Settings = Record<string, string | undefined>;

export interface TestApp {
  env: Settings;
  stop(): Promise<void>;
}

export async function startTestApp(minutes: number, more: Settings = {}): Promise<TestApp> {
  const settings = testSettings(more);
  const dataDir = settings.CARTWRIGHT_DATA_DIR;
  const app = launch(settings);
  const stop = async () => {
    await stopApp(app);
    keepLog(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const origin = await originOf(app, dataDir, minutes);
    return { env: { ...settings, PORT: new URL(origin).port, CARTWRIGHT_ORIGIN: origin }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function testSettings(more: Settings = {}) {
  const CARTWRIGHT_SECRET = randomBytes(32).toString("base64url");
  return {
    ...blankSettings(),
    CARTWRIGHT_DATA_DIR: realpathSync(mkdtempSync(join(tmpdir(), "cartwright-e2e-"))),
    CARTWRIGHT_SECRET,
    SETUP_TOKEN: deriveSecret(CARTWRIGHT_SECRET, "setup-token", 24).toString("base64url"),
    HOST: "127.0.0.1",
    PORT: "0",
    // The tests' receivers run on this host.
    WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
    ...more,
  };
}

/** The output goes to `app.log` in the data directory. */
export function launch(
  settings: ReturnType<typeof testSettings>,
  entry = "serve.ts",
  folder = projectDir,
): ChildProcess {
  const log = openSync(logOf(settings.CARTWRIGHT_DATA_DIR), "a");
  const app = spawn(process.execPath, [join(folder, "lib/runtime", entry)], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  return app;
}

export const logOf = (dataDir: string) => join(dataDir, "app.log");

export async function originOf(app: ChildProcess, dataDir: string, minutes: number): Promise<string> {
  const card = join(dataDir, "instance.json");
  const deadline = Date.now() + minutes * 60_000;
  while (Date.now() < deadline && app.exitCode === null && app.signalCode === null) {
    const said = existsSync(card) ? JSON.parse(readFileSync(card, "utf8")) : {};
    // The file of a killed predecessor stays until the new process writes its own.
    if (said.origin && said.pid === app.pid) return said.origin;
    await sleep(50);
  }
  throw new Error(`The app did not start.\n${readFileSync(logOf(dataDir), "utf8").trim()}`);
}

export async function stopApp(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = new Promise((resolve) => app.once("exit", resolve));
  app.kill("SIGTERM");
  const patience = setTimeout(() => app.kill("SIGKILL"), 60_000);
  await ended;
  clearTimeout(patience);
}

/** Called at the end, because Playwright empties the folder of its report when it starts. */
export function keepLog(dataDir: string): void {
  const results = join(projectDir, "test-results");
  mkdirSync(results, { recursive: true });
  copyFileSync(logOf(dataDir), join(results, "app.log"));
}
