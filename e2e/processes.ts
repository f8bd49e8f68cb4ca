import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Role } from "../lib/contract/define.ts";
import { findServer } from "../lib/runtime/postgres-cluster.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { launch, logOf, originOf, type Settings, stopApp, testSettings } from "../scripts/test/app.ts";
import { Administrator } from "./administrator.ts";

// Apps that a test starts, kills, restarts on the same data, and calls over plain HTTP.

export const password = "correct horse battery";
export const projectDir = dirname(import.meta.dirname);

export class App {
  origin = "";
  readonly dataDir: string;
  readonly setUpToken: string;
  private child: ChildProcess | undefined;
  private settings: ReturnType<typeof testSettings>;
  private administrator: Administrator | undefined;
  private dropDatabase: (() => Promise<void>) | undefined;

  private constructor(more: Settings) {
    this.settings = testSettings(more);
    this.dataDir = this.settings.CARTWRIGHT_DATA_DIR;
    this.setUpToken = this.settings.SETUP_TOKEN;
  }

  /** Starts on a copy of a migrated database, which is ready sooner than a new one. */
  static async start(more: Settings = {}): Promise<App> {
    if (more.DATABASE_URL || !process.env.TEST_DATABASE_URL) return App.startWhole(more);
    const { url, drop } = await createTestDatabase();
    const app = await App.startWhole({ ...more, DATABASE_URL: url });
    app.dropDatabase = drop;
    return app;
  }

  /** Starts with a PostgreSQL of its own, as a merchant does. */
  static async startWhole(more: Settings = {}): Promise<App> {
    const app = new App(more);
    await app.start();
    return app;
  }

  async start(more: Settings = {}): Promise<void> {
    this.settings = { ...this.settings, ...more };
    this.child = launch(this.settings);
    this.origin = await originOf(this.child, this.dataDir, 5);
    this.settings.PORT = new URL(this.origin).port;
  }

  async restart(more: Settings = {}): Promise<void> {
    await this.stop();
    await this.start(more);
  }

  async stop(): Promise<void> {
    this.administrator?.leave();
    this.administrator = undefined;
    if (this.child) await stopApp(this.child);
  }

  pid(): number {
    return this.child?.pid as number;
  }

  exitCode(): number | null {
    return this.child?.exitCode ?? null;
  }

  /** Ends the app as a power cut or the out-of-memory killer would. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    // The database of a killed app keeps running.
    const server = existsSync(join(this.dataDir, "postgres.json")) && findServer(this.databaseDir());
    if (server) process.kill(server.pid, "SIGQUIT");
    while (server && findServer(this.databaseDir())) await sleep(50);
    await this.dropDatabase?.();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Starts a second app on the same data and waits for its end. */
  second(): Promise<{ code: number | null; said: string }> {
    return run(["scripts/start.mjs", "start"], { ...this.settings, PORT: "0" });
  }

  /** Runs an admin command as an operator's shell does, and returns its output. */
  async admin(words: string[], input?: string): Promise<string> {
    const { code, said } = await run(["scripts/start.mjs", "admin", ...words], this.settings, input);
    if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}.\n${said}`);
    return said;
  }

  async setUp(store: string): Promise<void> {
    // On a busy machine, an app listens before it has migrated its database.
    while (!(await fetch(`${this.origin}/health/ready`).catch(() => null))?.ok) await sleep(50);
    const owner = ["--email", ownerOf(store), "--name", "Owner", "--password", password];
    const place = ["--store", store, "--currency", "EUR", "--timezone", "Europe/Berlin"];
    await this.settles("setup", ...owner, ...place);
  }

  async addPerson(store: string, role: Role, email = `${role}@${store}.test`): Promise<void> {
    const person = ["--email", email, "--name", role, "--password", password];
    await this.settles("people", "add", "--store", store, "--role", role, ...person);
  }

  /** Runs an admin command in a process shared by all of them, which is faster, and returns its result instead of its output. */
  settles<T = unknown>(...words: string[]): Promise<T> {
    return this.administers().run<T>(...words);
  }

  administers(): Administrator {
    this.administrator ??= new Administrator(this.environment());
    return this.administrator;
  }

  /** For commands that work on the data of this app. */
  environment(): Settings {
    return { ...this.settings, CARTWRIGHT_ORIGIN: this.origin };
  }

  log(): string {
    return readFileSync(logOf(this.dataDir), "utf8");
  }

  databaseUrl(): string {
    const given = this.environment().DATABASE_URL;
    if (given) return given;
    const { appPassword, port } = JSON.parse(readFileSync(join(this.dataDir, "postgres.json"), "utf8"));
    return `postgresql://cartwright:${appPassword}@127.0.0.1:${port}/cartwright`;
  }

  /** The database is not always in the data directory; see the README. */
  databaseDir(): string {
    const { directory } = JSON.parse(readFileSync(join(this.dataDir, "postgres.json"), "utf8"));
    return directory ?? join(this.dataDir, "postgres");
  }

  databasePid(): number | null {
    const file = join(this.databaseDir(), "postmaster.pid");
    return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : null;
  }

  call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return call(this.origin, method, path, sent);
  }

  /** Signs in. Calls of the session send its cookie and the dashboard's origin, as a page does. */
  async signIn(email: string, secret = password): Promise<Session> {
    const answer = await this.call("POST", "/api/auth/sign-in/email", {
      headers: { origin: this.origin },
      body: { email, password: secret },
    });
    if (answer.status !== 200) throw new Error(`Signing in as ${email} answered ${answer.status}: ${answer.text}`);
    const cookie = cookiesOf(answer).join("; ");
    return {
      cookie,
      call: (method, path, { headers = {}, ...sent } = {}) =>
        this.call(method, path, { ...sent, headers: { cookie, origin: this.origin, ...headers } }),
    };
  }
}

export const ownerOf = (store: string) => `owner@${store}.test`;

export type Sent = { headers?: OutgoingHttpHeaders; body?: unknown };
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; body: any };
export type Session = { cookie: string; call: App["call"] };

export function cookiesOf({ headers }: Answer): string[] {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0] as string);
}

/** Sends the path exactly as written. `fetch` would normalise an attacker's path. */
export function call(origin: string, method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        agent: false,
        timeout: 30_000,
        headers: present({
          ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
          ...headers,
        }),
      },
      (incoming) => {
        let said = "";
        incoming.setEncoding("utf8").on("data", (chunk) => (said += chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const { statusCode: status = 0, headers } = incoming;
          resolve({ status, headers, text: said, body: readJson(said) });
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`${method} ${path} took too long.`)));
    outgoing.on("error", reject);
    outgoing.end(text);
  });
}

/** Node throws on an undefined header. Here it means “without this header”. */
function present(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function run(
  words: string[],
  settings: Settings,
  input?: string,
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: projectDir,
      env: { ...process.env, ...settings },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
    // An app that serves where it should have refused to start would outlive the test.
    const limit = setTimeout(() => child.kill("SIGTERM"), 120_000);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(limit);
      resolve({ code, said });
    });
    child.stdin.end(input);
  });
}

/** Spaces calls so that they stay within a key's limits. */
export function pace(perSecond: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(Date.now(), next);
    next = at + 1000 / perSecond;
    if (at > Date.now()) await sleep(at - Date.now());
  };
}
