import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../../lib/runtime/runtime.ts";
import { freePort } from "../../test/nginx.ts";
import { type OpenShop, type PlatformOrder, shelf } from "./running-shop.ts";

const merchant = join(import.meta.dirname, "woocommerce-shop.php");

/** WordPress and WooCommerce are not in npm, so whoever runs this puts them into the folder. PHP and MariaDB are installed. */
export const openShop: OpenShop = async (folder, connection) => {
  const wordpress = join(folder, "wordpress");
  const woocommerce = join(wordpress, "wp-content/plugins/woocommerce/woocommerce.php");
  if (!existsSync(woocommerce))
    throw new Error(`Unpack WordPress to ${wordpress} and WooCommerce to its wp-content/plugins/woocommerce first.`);
  const plugin = join(wordpress, "wp-content/plugins/cartwright");
  rmSync(plugin, { recursive: true, force: true });
  cpSync(join(projectDir, "docs/platforms/woocommerce"), plugin, { recursive: true });
  const logs = join(wordpress, "wp-content/uploads/wc-logs");
  rmSync(logs, { recursive: true, force: true });

  const port = await freePort();
  // By this name, the cookies of a page on another port are sent as well.
  const url = `http://localhost:${port}`;
  const database = await Database.start();
  configure(wordpress, url, database.socket);
  const { key, store } = connection;
  const settings = { url: connection.url, store, key, page_key: `pub_${key}` };
  const tell = (command: string, facts: object = {}) => {
    const words = [merchant, wordpress, command, JSON.stringify({ url, ...facts })];
    const said = execFileSync("php", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    return JSON.parse(said.split("\n").at(-1) ?? "");
  };
  tell("install");
  tell("stock", { settings, tables: true });
  tell("shelve", { shelf });
  const server = new Server(wordpress, port);
  await server.start();

  return {
    name: `WooCommerce ${/^ \* Version: (\S+)/m.exec(readFileSync(woocommerce, "utf8"))?.[1]}`,
    tillFile: join(import.meta.dirname, "woocommerce-till.js"),
    api: url,
    order: async (id) => tell("order", { order: id }) as PlatformOrder,
    refund: async (id, amount) => tell("refund", { order: id, amount }),
    cancel: async (id) => tell("cancel", { order: id }),
    setPrice: async (product, price) => tell("price", { product, price }),
    remove: async (product) => tell("remove", { product }),
    async restart() {
      await server.stop();
      await server.start();
    },
    async said() {
      const files = existsSync(logs) ? readdirSync(logs).filter((name) => name.startsWith("cartwright")) : [];
      return files.map((name) => readFileSync(join(logs, name), "utf8")).join("");
    },
    async stop() {
      await server.stop();
      await database.stop();
    },
  };
};

function configure(wordpress: string, url: string, socket: string): void {
  const constants = {
    ...{
      DB_NAME: "wordpress",
      DB_USER: "root",
      DB_PASSWORD: "",
      DB_HOST: `localhost:${socket}`,
      DB_CHARSET: "utf8mb4",
    },
    ...{ WP_HOME: url, WP_SITEURL: url, DISABLE_WP_CRON: true, WP_HTTP_BLOCK_EXTERNAL: true },
    ...{
      WP_ACCESSIBLE_HOSTS: "127.0.0.1,localhost",
      WP_DEBUG: true,
      WP_DEBUG_DISPLAY: false,
      AUTH_KEY: randomBytes(16),
    },
  };
  const lines = Object.entries(constants).map(([name, value]) => {
    const text = Buffer.isBuffer(value) ? value.toString("hex") : value;
    return `define('${name}', ${JSON.stringify(text)});`;
  });
  const end =
    "$table_prefix = 'wp_';\ndefined('ABSPATH') || define('ABSPATH', __DIR__ . '/');\nrequire ABSPATH . 'wp-settings.php';\n";
  writeFileSync(join(wordpress, "wp-config.php"), `<?php\n${lines.join("\n")}\n${end}`);
  writeFileSync(
    join(wordpress, "router.php"),
    `<?php\n$path = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);\nif (is_file($path)) return false;\nrequire __DIR__ . '/index.php';\n`,
  );
  const own = join(wordpress, "wp-content/mu-plugins");
  mkdirSync(own, { recursive: true });
  // The page of the soak is on another port, and killed actions are taken up before its patience ends.
  writeFileSync(
    join(own, "soak.php"),
    `<?php
add_filter('allowed_http_origin', fn($origin, $own) => preg_match('#^http://localhost:\\d+$#', $own) ? $own : $origin, 10, 2);
add_filter('action_scheduler_timeout_period', fn() => 10);
add_filter('action_scheduler_failure_period', fn() => 10);
add_filter('pre_wp_mail', '__return_true');
foreach (['allowed', 'exposed'] as $kind) add_filter("rest_{$kind}_cors_headers", fn($headers) => [...$headers, 'Cart-Token', 'Nonce']);
`,
  );
}

/** WordPress behind PHP's own web server, and a cron job that runs its queue. */
class Server {
  private children: ChildProcess[] = [];
  private isOpen = false;
  private readonly wordpress: string;
  private readonly port: number;

  constructor(wordpress: string, port: number) {
    this.wordpress = wordpress;
    this.port = port;
  }

  async start(): Promise<void> {
    const words = ["-S", `127.0.0.1:${this.port}`, "-t", this.wordpress, join(this.wordpress, "router.php")];
    this.isOpen = true;
    this.spawn(words, { PHP_CLI_SERVER_WORKERS: "6" });
    for (let tries = 0; !(await this.answers()); tries++) {
      if (tries > 300) throw new Error("WordPress did not start.");
      await sleep(200);
    }
    this.runQueue();
  }

  private spawn(words: string[], env: Record<string, string> = {}): ChildProcess {
    const options = { env: { ...process.env, ...env }, stdio: "ignore", detached: true } as const;
    const child = spawn("php", words, options);
    this.children.push(child);
    return child;
  }

  private answers(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/wp-json/wc/store/v1/products`, { redirect: "manual" }).then(
      ({ status }) => status < 500,
      () => false,
    );
  }

  private async runQueue(): Promise<void> {
    while (this.isOpen) {
      await once(this.spawn([merchant, this.wordpress, "run", "{}"]), "exit");
      this.children = this.children.filter(({ exitCode }) => exitCode === null);
      await sleep(1_000);
    }
  }

  async stop(): Promise<void> {
    this.isOpen = false;
    const running = this.children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    // Its workers are in its group.
    for (const { pid } of running) if (pid) process.kill(-pid, "SIGKILL");
    await Promise.all(running.map((child) => (child.exitCode ?? child.signalCode) || once(child, "exit")));
    this.children = [];
  }
}

class Database {
  readonly socket: string;
  private readonly folder: string;
  private readonly child: ChildProcess;

  private constructor(folder: string) {
    this.folder = folder;
    this.socket = join(folder, "socket");
    const data = `--datadir=${join(folder, "data")}`;
    execFileSync(
      "mariadb-install-db",
      ["--no-defaults", data, "--auth-root-authentication-method=normal", "--skip-test-db"],
      {
        stdio: "ignore",
      },
    );
    const words = ["--no-defaults", data, `--socket=${this.socket}`, "--skip-networking", "--user=root"];
    this.child = spawn("mariadbd", words, { stdio: "ignore" });
  }

  static async start(): Promise<Database> {
    const database = new Database(mkdtempSync(join(tmpdir(), "cartwright-mariadb-")));
    while (!existsSync(database.socket)) {
      if (database.child.exitCode !== null) throw new Error("MariaDB did not start.");
      await sleep(100);
    }
    const words = [
      "--no-defaults",
      `--socket=${database.socket}`,
      "--user=root",
      "--execute=create database wordpress",
    ];
    execFileSync("mariadb", words);
    return database;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
