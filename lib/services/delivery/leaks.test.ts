import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type DeliveryTest,
  openDeliveryTest,
  quick,
  type Receiver,
  startReceiver,
  until,
} from "../../testing/delivery/delivery.ts";
import { sealSecret } from "./secrets.ts";

let delivery: DeliveryTest;
let receiver: Receiver;
beforeEach(async () => {
  [delivery, receiver] = await Promise.all([openDeliveryTest(), startReceiver()]);
});
afterEach(async () => {
  await delivery.close();
  await receiver.close();
});

test("no signing secret appears in a log or a row, even after failures", async () => {
  receiver.respond = (_, response) => response.writeHead(500, { "x-odd": "\u00ff" }).end("no");
  const { secret } = await delivery.endpoint(`${receiver.origin}/hooks`);
  const { id, secret: lost } = await delivery.endpoint(`${receiver.origin}/lost`);
  const otherMaster = "another secret of more than thirty-two characters";
  const sealed = sealSecret(lost, { tenantId: delivery.tenantId, endpointId: id }, otherMaster);
  await delivery.db.execute(sql`update checkout.webhook_endpoint set secret = ${sealed} where id = ${id}`);
  await delivery.db.execute(sql`update checkout.webhook_endpoint
    set previous_secret = secret, previous_secret_until = now() + interval '1 hour'`);
  const child = await delivery.process(`
    process.env.LOG_LEVEL = "trace";
    const { startDeliveryWorker } = await import("./lib/services/delivery/worker.ts");
    startDeliveryWorker(${JSON.stringify(delivery.url)}, ${JSON.stringify({ ...quick, delays: [0, 0.02, 0.02, 0.02, 0.02] })});
    console.log("started");`);
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  child.stderr?.on("data", (text) => (said += text));
  await delivery.emit();
  await until(async () => (await delivery.counts()).exhausted === 2);
  // A failed write of an outcome is logged as well.
  await delivery.rows("alter table checkout.attempt rename to attempt_away");
  await delivery.emit();
  await until(() => said.includes("the database does not answer"));
  const tables = await delivery.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'checkout'",
  );
  let rows = "";
  for (const { name } of tables) {
    rows += JSON.stringify(await delivery.rows(`select to_jsonb(t)::text as row from checkout."${name}" t`));
  }
  expect(said).toContain("could not be signed");
  expect(said).toContain("a delivery is exhausted");
  expect(rows).toContain("sha256=");
  for (const word of [secret, secret.slice(6), lost, lost.slice(6), process.env.CARTWRIGHT_SECRET ?? "", otherMaster]) {
    expect(word.length).toBeGreaterThan(30);
    expect(said).not.toContain(word);
    expect(rows).not.toContain(word);
    expect(rows).not.toContain(Buffer.from(word).toString("hex"));
    expect(JSON.stringify(receiver.received)).not.toContain(word);
  }
});

test("a response of arbitrary bytes is stored and read as text", async () => {
  const bytes = Buffer.from([0, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x41]);
  receiver.respond = (_, __, { socket }) => {
    const head = 'HTTP/1.1 200 \xff\r\nX-Latin: \xe4\r\nX-Json: \\u0000"}\r\nContent-Length: 8\r\n\r\n';
    socket.end(Buffer.concat([Buffer.from(head, "latin1"), bytes]));
  };
  await delivery.endpoint(receiver.origin);
  await delivery.emit();
  delivery.worker();
  await until(async () => (await delivery.counts()).delivered === 1);
  const [row] = await delivery.rows<{ body: string; headers: Record<string, string> }>(
    "select response_body as body, response_headers as headers from checkout.attempt",
  );
  expect(row?.body).toMatch(/^\ufffd+\(\ufffd+A$/);
  expect(row?.headers).toMatchObject({ "x-latin": "ä", "x-json": '\\u0000"}' });
});

test("an endpoint deleted during a delivery keeps the outcome and gets no more events", async () => {
  const { promise, resolve: answer } = Promise.withResolvers<number>();
  receiver.respond = async (_, response) => response.writeHead(await promise).end();
  await delivery.endpoint(receiver.origin);
  delivery.worker({ deadlineMs: 5_000, leaseSeconds: 10 });
  const { id: event } = await delivery.emit();
  await until(() => receiver.received.length === 1);
  await delivery.db.execute(sql`update checkout.webhook_endpoint set deleted_at = now(), secret = ''`);
  await delivery.emit();
  answer(410);
  await until(async () => (await delivery.counts()).held === 1);
  await new Promise((done) => setTimeout(done, 400));
  expect(receiver.received).toHaveLength(1);
  expect(await delivery.rows("select event_id, attempts, failures, response_code from checkout.delivery")).toEqual([
    { event_id: event, attempts: 1, failures: 1, response_code: 410 },
  ]);
  expect(await delivery.rows("select 1 from checkout.notice")).toEqual([]);
});
