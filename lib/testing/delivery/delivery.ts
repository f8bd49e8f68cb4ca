import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { type EventType, sample } from "../../contract/events.ts";
import { openDatabase } from "../../database/client.ts";
import { tenant, webhookEndpoint } from "../../database/schema/checkout.ts";
import { emit, type NewEvent } from "../../services/delivery/emit.ts";
import { createSigningSecret, sealSecret } from "../../services/delivery/secrets.ts";
import { startDeliveryWorker, type Worker, type WorkerOptions } from "../../services/delivery/worker.ts";
import { newId } from "../../services/kernel/ids.ts";
import { createTestDatabase } from "../database.ts";

const master = "a secret of at least thirty-two characters";
process.env.CARTWRIGHT_SECRET ??= master;

type Received = { path: string; headers: IncomingMessage["headers"]; body: string; bytes: Buffer; at: number };
export type Respond = (request: Received, response: ServerResponse, raw: IncomingMessage) => unknown;

export type Receiver = {
  origin: string;
  received: Received[];
  /** How the receiver responds from now on; with 204 by default. */
  respond: Respond;
  eventIds(path?: string): Set<string>;
  close(): Promise<void>;
};

export async function startReceiver(respond: Respond = (_, response) => response.writeHead(204).end()) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const bytes = Buffer.concat(chunks);
    const body = bytes.toString("utf8");
    const one = { path: request.url ?? "", headers: request.headers, body, bytes, at: performance.now() };
    receiver.received.push(one);
    await receiver.respond(one, response, request);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", 4_000, done));
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    respond,
    eventIds: (path) =>
      new Set(
        receiver.received
          .filter((one) => path === undefined || one.path === path)
          .map((one) => JSON.parse(one.body).id),
      ),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

export type DeliveryTest = Awaited<ReturnType<typeof openDeliveryTest>>;
export type TestEndpoint = { id: string; secret: string };

export const quick: WorkerOptions = {
  deadlineMs: 400,
  leaseSeconds: 1.2,
  pollMs: 50,
  sweepMs: 200,
  graceMs: 200,
  delays: [0, 0.2, 0.2, 0.2, 0.2],
  allowedHosts: [{ host: "127.0.0.1", port: null }],
};

/** For tests that count repetitions, which a slow response on a busy machine must not cause. */
export const patient: WorkerOptions = { deadlineMs: 20_000, leaseSeconds: 60 };

export async function openDeliveryTest(given?: string) {
  const { url, drop } = given ? { url: given, drop: async () => {} } : await createTestDatabase();
  const db = openDatabase(url, 6);
  const facts = { storeId: `shop_${randomBytes(4).toString("hex")}`, currency: "EUR", timeZone: "Europe/Berlin" };
  const [row] = await db
    .insert(tenant)
    .values({ ...facts, mode: "live" })
    .returning({ id: tenant.id });
  const tenantId = (row as { id: number }).id;
  const workers = new Set<Worker>();
  const children = new Set<ChildProcess>();

  return {
    url,
    db,
    tenantId,
    async endpoint(address: string, more: Partial<typeof webhookEndpoint.$inferInsert> = {}): Promise<TestEndpoint> {
      const [id, secret] = [newId("whk"), createSigningSecret()];
      const sealed = sealSecret(secret, { tenantId, endpointId: id }, process.env.CARTWRIGHT_SECRET ?? "");
      await db.insert(webhookEndpoint).values({
        tenantId,
        id,
        url: address,
        events: ["order.edited"],
        state: "enabled",
        secret: sealed,
        ...more,
      });
      return { id, secret };
    },
    emit: (type: EventType = "order.edited", more: object = {}) =>
      db.transaction((tx) => emit(tx, tenantId, { type, data: sample(type), ...more } as NewEvent)),
    worker(options: WorkerOptions = {}): Worker {
      const worker = startDeliveryWorker(url, { ...quick, ...options });
      workers.add(worker);
      return worker;
    },
    workerProcess: (options: WorkerOptions = {}) => {
      const settings = JSON.stringify({ ...quick, ...options });
      const code = `
        const { startDeliveryWorker } = await import("./lib/services/delivery/worker.ts");
        startDeliveryWorker(${JSON.stringify(url)}, ${settings});
        console.log("started");`;
      return startProcess(code, children);
    },
    process: (code: string) => startProcess(code, children),
    async rows<T extends Record<string, unknown>>(statement: string): Promise<T[]> {
      return (await db.execute(sql.raw(statement))).rows as T[];
    },
    async counts(): Promise<Record<string, number>> {
      const { rows } = await db.execute<{ status: string; count: number }>(
        sql`select status, count(*) as count from checkout.delivery group by 1`,
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all([...workers].map((worker) => worker.stop()));
      await db.$client.end();
      await drop();
    },
  };
}

/** Runs TypeScript in a separate process and resolves with its first line of output. */
async function startProcess(code: string, children: Set<ChildProcess>): Promise<ChildProcess & { line: string }> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    env: { ...process.env, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  let errors = "";
  child.stderr.on("data", (text) => (errors += text));
  const line = await new Promise<string>((done, fail) => {
    child.stdout.once("data", (text) => done(String(text).trim()));
    child.once("exit", (code) => fail(new Error(`It ended with ${code}. ${errors}`)));
  });
  return Object.assign(child, { line });
}

export async function until(check: () => unknown, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Not so within ${ms} ms: ${check}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
