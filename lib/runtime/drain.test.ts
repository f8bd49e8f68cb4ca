// @module-tag long
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { productProcess, status } from "../../scripts/test/processes.ts";
import { openDatabase } from "../database/client.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { createTestDatabase } from "../testing/database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-drain-"));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDatabase(database.url, 2);
  await provision(db, { storeId: "shop", currency: "EUR", timeZone: "UTC" });
  const scopes = ["read:upsells", "write:upsells"] as const;
  ({ key } = await createApiKey(db, { storeId: "shop", mode: "live", name: "Test", scopes: [...scopes] }));
  await db.$client.end();
});

afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (word: "services" | "worker", more: Record<string, string> = {}) =>
  productProcess(word, { DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir, ...more });

function wire(port: number) {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  let open = true;
  socket.setEncoding("utf8").on("data", (text) => (said += text));
  socket.on("close", () => (open = false));
  socket.on("error", () => (open = false));
  return { send: (text: string) => socket.write(text), said: () => said, isOpen: () => open };
}

const body = JSON.stringify({ name: "Slow", product_id: "p", discount: { type: "percentage", value: 10 } });
const slowPost = () =>
  `POST /services/checkout/v1/upsells HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

test("a process that is told to stop announces the stop while it serves, finishes the running requests and ends", async () => {
  const { child, port, origin, operations, ended } = await start("services", { DRAIN_NOTICE_SECONDS: "2" });
  const slow = wire(port);
  slow.send(slowPost() + body.slice(0, 10));
  const kept = wire(port);
  kept.send("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => kept.said()).toContain("200 OK");
  expect(kept.said()).not.toMatch(/connection: close/i);

  child.kill("SIGTERM");
  await expect.poll(() => status(`${origin}/health/ready`)).toBe(503);
  expect(await (await fetch(`${operations}/health/ready`)).json()).toMatchObject({
    status: "stopping",
    failing: ["stopping"],
  });
  // A client that does not know of the stop yet is served, and told to close the connection.
  kept.send("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => kept.said()).toMatch(/connection: close/i);
  await expect.poll(() => kept.isOpen()).toBe(false);

  await expect.poll(() => status(`${origin}/health/live`)).toBe("ECONNREFUSED");
  expect(slow.isOpen()).toBe(true);
  slow.send(body.slice(10));
  await expect.poll(() => slow.said()).toContain("201 Created");
  expect(slow.said()).toMatch(/connection: close/i);
  expect(await ended).toBe(0);
});

test("requests that arrived before the stop and were not read yet are answered", async () => {
  const { child, port, ended } = await start("services");
  child.kill("SIGSTOP");
  const waiting = Array.from({ length: 40 }, () => wire(port));
  for (const { send } of waiting) send("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n");
  await sleep(500);
  child.kill("SIGTERM");
  child.kill("SIGCONT");
  expect(await ended).toBe(0);
  expect(waiting.filter(({ said }) => said().includes("200 OK"))).toHaveLength(40);
});

test("a second signal ends a process at once, even if a request never finishes", async () => {
  const { child, port, origin, ended } = await start("services");
  const stuck = wire(port);
  stuck.send(slowPost());
  // The response on another connection proves that the earlier request has been read.
  await expect.poll(() => status(`${origin}/health/live`)).toBe(200);
  child.kill("SIGTERM");
  await expect.poll(() => status(`${origin}/health/live`)).toBe("ECONNREFUSED");
  expect(child.exitCode).toBeNull();
  await sleep(1_100);
  child.kill("SIGTERM");
  expect(await ended).toBe(1);
});

test("a worker reports its health on the operations port and ends cleanly", async () => {
  const { child, operations, ended } = await start("worker");
  const health = await (await fetch(`${operations}/health/ready`)).json();
  expect(Object.keys(health.checks.workers.seconds)).toEqual([
    "deliveries",
    "affiliate events",
    "shop deliveries",
    "experiments",
    "shops at Shopify",
    "jobs",
  ]);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
