import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { keepLog, launch, logOf, originOf, type Settings, stopApp, type TestApp, testSettings } from "./app.ts";
import { throwAwayServer } from "./database.ts";
import { freePort, startNginx } from "./nginx.ts";

export interface TestCluster extends TestApp {
  origin: string;
  webs: Member[];
  workers: Member[];
  services: Member[];
  databaseUrl: string;
}

type Options = {
  webs?: number;
  workers?: number;
  services?: number;
  /** What stands before the web processes. */
  startProxy?: typeof startNginx;
  settings?: Settings;
  /** Where the program is, if it is another version. */
  folder?: string;
  /** Names a database that is already there. */
  database?: { DATABASE_URL: string; DATABASE_SESSION_URL?: string };
  /** Whether a new database keeps what it acknowledged when it is killed. */
  durable?: boolean;
};

export async function startTestCluster(minutes: number, options: Options = {}): Promise<TestCluster> {
  const {
    webs: webCount = 2,
    workers: workerCount = 2,
    services: servicesCount = 0,
    durable = false,
    folder,
    startProxy = startNginx,
  } = options;
  const server = options.database ? undefined : await throwAwayServer(durable);
  const database = options.database ?? { DATABASE_URL: server?.url ?? "" };
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const place = { ...database, CARTWRIGHT_ORIGIN: origin, TRUST_PROXY: "1", ...options.settings };
  const { CARTWRIGHT_SECRET, SETUP_TOKEN } = testSettings();
  const make = (kind: Kind, count: number) =>
    Array.from(
      { length: count },
      () => new Member(kind, testSettings({ ...place, CARTWRIGHT_SECRET, SETUP_TOKEN }), minutes, folder),
    );
  const webs = make("web", webCount);
  const workers = make("worker", workerCount);
  const services = make("services", servicesCount);
  const undo: (() => Promise<void>)[] = server ? [server.stop] : [];
  const stop = async () => {
    while (undo.length) await undo.pop()?.();
  };
  try {
    for (const member of [...webs, ...services, ...workers]) {
      undo.push(() => member.remove());
      await member.start();
    }
    const proxy = await startProxy(
      port,
      webs.map((web) => web.origin),
    );
    undo.push(proxy.stop);
    const env = { ...(webs[0] as Member).settings, PORT: String(port) };
    return { env, origin, webs, workers, services, databaseUrl: database.DATABASE_URL, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Kind = "web" | "services" | "worker";

export class Member {
  origin = "";
  readonly kind: Kind;
  readonly settings: ReturnType<typeof testSettings> & { SERVICES_PORT?: string };
  folder: string;
  private readonly minutes: number;
  private child: ChildProcess | undefined;

  constructor(kind: Kind, settings: ReturnType<typeof testSettings>, minutes: number, folder = projectDir) {
    this.kind = kind;
    this.settings = settings;
    this.minutes = minutes;
    this.folder = folder;
  }

  async start(): Promise<void> {
    const dataDir = this.settings.CARTWRIGHT_DATA_DIR;
    if (this.kind !== "web") {
      const length = existsSync(logOf(dataDir)) ? said(dataDir).length : 0;
      if (this.kind === "services") {
        this.settings.SERVICES_PORT ??= String(await freePort());
        this.origin = `http://127.0.0.1:${this.settings.SERVICES_PORT}`;
      }
      this.child = launch(this.settings, `${this.kind}.ts`, this.folder);
      while (!said(dataDir).slice(length).includes(`Cartwright's ${this.kind}`)) {
        if (this.child.exitCode !== null) throw new Error(`The ${this.kind} did not start.\n${said(dataDir)}`);
        await sleep(50);
      }
      return;
    }
    this.child = launch(this.settings, "serve.ts", this.folder);
    this.origin = await originOf(this.child, dataDir, this.minutes);
    // The process keeps its port after a restart, because nginx knows it.
    this.settings.PORT = new URL(this.origin).port;
  }

  get pid(): number {
    return this.child?.pid as number;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    if (this.child) await stopApp(this.child);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    const { CARTWRIGHT_DATA_DIR } = this.settings;
    if (this.kind === "web") keepLog(CARTWRIGHT_DATA_DIR);
    rmSync(CARTWRIGHT_DATA_DIR, { recursive: true, force: true });
  }
}

const said = (dataDir: string) => readFileSync(logOf(dataDir), "utf8");
