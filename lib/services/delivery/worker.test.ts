import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventTypes, sample } from "../../contract/events.ts";
import {
  type DeliveryTest,
  openDeliveryTest,
  type Receiver,
  startReceiver,
  until,
} from "../../testing/delivery/delivery.ts";
import { settled, tally } from "../../testing/delivery/rounds.ts";
import { claim } from "./claim.ts";
import { emitAll } from "./emit.ts";
import { settle } from "./end-attempt.ts";
import { replayFailed, replayOne } from "./replay.ts";
import { createSigningSecret, sealSecret } from "./secrets.ts";

let delivery: DeliveryTest;
let receiver: Receiver;
beforeEach(async () => {
  [delivery, receiver] = await Promise.all([openDeliveryTest(), startReceiver()]);
});
afterEach(async () => {
  await delivery.close();
  await receiver.close();
});

const claimOptions = { batch: 50, leaseSeconds: 30, perEndpoint: 8, depth: 8 };
const hooks = (path = "/hooks") => receiver.origin + path;
const deliveries = (columns: string) => delivery.rows(`select ${columns} from checkout.delivery order by id`);

const emitMany = (n: number) => {
  const event = { type: "order.edited" as const, data: sample("order.edited") };
  return delivery.db.transaction((tx) => emitAll(tx, delivery.tenantId, Array(n).fill(event)));
};

/** Writes `n` exhausted deliveries of one endpoint as rows. */
async function exhausted(endpointId: string, n: number): Promise<void> {
  await emitMany(n);
  await delivery.db.execute(sql`update checkout.delivery
    set status = 'exhausted', next_attempt_at = null, failures = 5, attempts = 5, error = 'The receiver responded with status 500.'
    where endpoint_id = ${endpointId}`);
}

describe("an event", () => {
  test("an event reaches its endpoint at once, without waiting for a poll", async () => {
    await delivery.endpoint(hooks());
    delivery.worker({ pollMs: 60_000 });
    await sleep(300);
    const started = performance.now();
    const { id } = await delivery.emit();
    await until(() => receiver.received.length === 1);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(receiver.eventIds()).toEqual(new Set([id]));
    await until(async () => (await delivery.counts()).delivered === 1);
  });

  test.each(eventTypes)(
    "an event of type %s goes to the endpoints that subscribed to it and to no others",
    async (type) => {
      const other = eventTypes.find((one) => one !== type) as string;
      await delivery.endpoint(hooks("/yes"), { events: [other, type] });
      await delivery.endpoint(hooks("/no"), { events: [other] });
      await delivery.endpoint(hooks("/gone"), { events: [type], deletedAt: new Date() });
      const { id } = await delivery.emit(type);
      delivery.worker();
      await until(settled(delivery));
      expect(receiver.received.map(({ path }) => path)).toEqual(["/yes"]);
      const body = JSON.parse(receiver.received[0]?.body ?? "");
      expect(body).toEqual({ id, type, created_at: expect.any(String), data: sample(type) });
      expect(Object.keys(body)).toEqual(["id", "type", "created_at", "data"]);
    },
  );

  test("an event is written together with the change that caused it, or not at all", async () => {
    await delivery.endpoint(hooks());
    const failing = delivery.db.transaction(async (tx) => {
      await emitAll(tx, delivery.tenantId, [{ type: "order.edited", data: sample("order.edited") }]);
      throw new Error("The cause failed.");
    });
    await expect(failing).rejects.toThrow();
    expect(await delivery.rows("select 1 from checkout.event union all select 1 from checkout.delivery")).toEqual([]);
  });
});

describe("a sent event", () => {
  test("a sent event is signed over its exact bytes at every attempt, as openssl confirms", async () => {
    const { secret } = await delivery.endpoint(hooks());
    receiver.respond = (_, response) => response.writeHead(receiver.received.length < 3 ? 500 : 200).end();
    const { id } = await delivery.emit();
    delivery.worker();
    await until(() => receiver.received.length === 3);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const { body, bytes, headers } of receiver.received) {
      // The bytes as they were read from the socket.
      const said = execFileSync("openssl", ["dgst", "-sha256", "-hmac", secret], { input: bytes, encoding: "utf8" });
      expect(headers["x-service-signature"]).toBe(`sha256=${said.trim().split(/[= ]+/).at(-1)}`);
      expect(headers["webhook-id"]).toBe(id);
      const key = Buffer.from(secret.slice(6), "base64");
      const content = `${id}.${headers["webhook-timestamp"]}.${body}`;
      const expected = createHmac("sha256", key).update(content).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
    }
  });

  test("a sent event keeps the order of its keys, its Unicode and the difference of 1.0 and 1", async () => {
    const { secret } = await delivery.endpoint(hooks());
    const { id } = await delivery.emit();
    const text = `{"z":1.0,"a":1,"ä":"Zoë 🦊 \\ud83e\\udd8a \\u0000 \\ud800","nested":{"b":[1e2,100],"a":null},"id":"${id}"}`;
    await delivery.db.execute(sql`update checkout.event set body = ${text}`);
    delivery.worker();
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.body).toBe(text);
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    expect(receiver.received[0]?.headers["x-service-signature"]).toBe(`sha256=${signature}`);
  });

  test("a sent event verifies with the old and the new secret if the secret is rotated between retries", async () => {
    const { id, secret: before } = await delivery.endpoint(hooks());
    receiver.respond = (_, response) => response.writeHead(500).end();
    await delivery.emit();
    const worker = delivery.worker({ delays: [0, 0.5, 0.5, 0.5, 0.5] });
    await until(() => receiver.received.length === 1);
    const now = createSigningSecret();
    const sealed = sealSecret(
      now,
      { tenantId: delivery.tenantId, endpointId: id },
      process.env.CARTWRIGHT_SECRET ?? "",
    );
    await delivery.db.execute(sql`update checkout.webhook_endpoint
      set previous_secret = secret, previous_secret_until = now() + interval '1 second', secret = ${sealed}`);
    await until(() => receiver.received.length === 2);
    receiver.respond = (_, response) => response.writeHead(200).end();
    await sleep(700);
    await delivery.db.execute(sql`update checkout.webhook_endpoint set previous_secret_until = now()`);
    await until(settled(delivery));
    await delivery.emit();
    await until(() => receiver.received.length === 4);
    worker.wake();
    const standard = (secret: string, n: number) => {
      const { headers, body } = receiver.received[n] as (typeof receiver.received)[number];
      const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const key = Buffer.from(secret.slice(6), "base64");
      const one = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
      return String(headers["webhook-signature"]).split(" ").includes(one);
    };
    const seen = [0, 1, 3].map((n) => [standard(before, n), standard(now, n)]);
    expect(seen).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
  });
});

describe("a delivery that fails", () => {
  test("a delivery that fails is attempted five times, each planned from the failure before it", async () => {
    receiver.respond = (_, response) => response.writeHead(503).end("later");
    const { id } = await delivery.endpoint(hooks());
    await delivery.emit();
    delivery.worker({ delays: [0, 0.15, 0.3, 0.45, 0.6] });
    await until(async () => (await delivery.counts()).exhausted === 1);
    await sleep(300);
    expect(receiver.received).toHaveLength(5);
    expect(receiver.eventIds().size).toBe(1);
    const gaps = receiver.received.slice(1).map(({ at }, n) => (at - (receiver.received[n]?.at ?? 0)) / 1000);
    for (const [n, planned] of [0.15, 0.3, 0.45, 0.6].entries())
      expect(gaps[n]).toBeGreaterThanOrEqual(planned - 0.002);
    expect(await deliveries("status, attempts, failures, next_attempt_at, response_code, error")).toEqual([
      {
        status: "exhausted",
        attempts: 5,
        failures: 5,
        next_attempt_at: null,
        response_code: 503,
        error: "The receiver responded with status 503.",
      },
    ]);
    expect(await delivery.rows("select endpoint_id, failures_in_row from checkout.endpoint_health")).toEqual([
      { endpoint_id: id, failures_in_row: 5 },
    ]);
  });

  test("got another status than 200, 201, 202 and 204; no redirect is followed", async () => {
    const codes = [200, 201, 202, 204, 203, 205, 206, 226, 301, 302, 303, 307, 308, 400, 404, 500];
    receiver.respond = ({ path }, response) =>
      response.writeHead(Number(path.slice(1)), { location: hooks("/200") }).end();
    for (const code of codes) await delivery.endpoint(hooks(`/${code}`));
    await delivery.emit();
    delivery.worker({ delays: [0, 300, 300, 300, 300] });
    await until(async () => (await delivery.counts()).failed === 12);
    await until(async () => (await delivery.counts()).delivered === 4);
    expect(receiver.received.map(({ path }) => Number(path.slice(1))).toSorted()).toEqual(codes.toSorted());
    const good = await delivery.rows<{ code: number }>(
      "select response_code as code from checkout.delivery where status = 'delivered' order by 1",
    );
    expect(good.map(({ code }) => code)).toEqual([200, 201, 202, 204]);
    const [row] = await delivery.rows<{ early: boolean; late: boolean }>(`
      select bool_or(next_attempt_at < finished_at + interval '299.9 s') as early,
        bool_or(next_attempt_at > finished_at + interval '331 s') as late
      from checkout.delivery d join checkout.attempt a on a.delivery_id = d.id where status = 'failed'`);
    expect(row).toEqual({ early: false, late: false });
  });

  test("a delivery that fails with 410 pauses its endpoint with a notice, and later events are held", async () => {
    receiver.respond = (_, response) => response.writeHead(410).end();
    await delivery.endpoint(hooks());
    const worker = delivery.worker();
    await delivery.emit();
    await until(async () => (await delivery.counts()).held === 1);
    await delivery.emit();
    worker.wake();
    await sleep(300);
    expect(await delivery.counts()).toEqual({ held: 2 });
    expect(receiver.received).toHaveLength(1);
    expect(await delivery.rows("select state, paused_reason from checkout.webhook_endpoint")).toEqual([
      { state: "paused", paused_reason: "The receiver responded with status 410: the endpoint is gone." },
    ]);
    const why = { key: "receiverGone" };
    const rows = await delivery.rows(`select error_key, paused_reason_key, last_failure_key, message_key
      from checkout.attempt, checkout.webhook_endpoint, checkout.endpoint_health, checkout.notice`);
    expect(rows).toEqual([
      {
        error_key: why,
        paused_reason_key: why,
        last_failure_key: why,
        message_key: { key: "noticePaused", values: { reason: expect.objectContaining(why) } },
      },
    ]);
  });

  test("a delivery that fails with 429 waits for the longer of Retry-After and the schedule", async () => {
    receiver.respond = (_, response) => response.writeHead(429, { "retry-after": "2" }).end();
    await delivery.endpoint(hooks());
    await delivery.emit();
    delivery.worker({ delays: [0, 0.1, 0.1, 0.1, 0.1] });
    await until(async () => (await delivery.counts()).failed === 1);
    const [row] = await delivery.rows<{ wait: number }>(
      "select extract(epoch from next_attempt_at - finished_at)::float8 as wait from checkout.delivery, checkout.attempt",
    );
    expect(row?.wait).toBeCloseTo(2, 1);
  });

  test("a delivery that fails is held if its endpoint is disabled before the retry, and sent when it is released", async () => {
    receiver.respond = (_, response) => response.writeHead(500).end();
    await delivery.endpoint(hooks());
    await delivery.emit();
    delivery.worker();
    await until(() => receiver.received.length === 1);
    await delivery.db.execute(sql`update checkout.webhook_endpoint set state = 'disabled'`);
    await until(async () => (await delivery.counts()).held === 1);
    const before = receiver.received.length;
    await sleep(500);
    expect(receiver.received).toHaveLength(before);
  });
});

describe("workers", () => {
  test("workers that claim at the same time never get the same row", async () => {
    for (let n = 0; n < 10; n++) await delivery.endpoint(hooks(`/${n}`));
    for (let n = 0; n < 20; n++) await delivery.emit();
    const claims = await Promise.all(
      Array.from({ length: 12 }, () => claim(delivery.db, { ...claimOptions, batch: 20, perEndpoint: 30 })),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(200);
  });

  test("workers that compete for one delivery send it once", async () => {
    await delivery.endpoint(hooks());
    for (let n = 0; n < 4; n++) delivery.worker();
    await sleep(200);
    for (let n = 0; n < 50; n++) await delivery.emit();
    await until(settled(delivery));
    expect(await tally(delivery, receiver, [...receiver.eventIds()])).toEqual({
      created: 50,
      delivered: 50,
      lost: 0,
      repeated: 0,
      unknown: 0,
    });
  });

  test("together respect the limit of an endpoint", async () => {
    let [now, most] = [0, 0];
    receiver.respond = async (_, response) => {
      most = Math.max(most, ++now);
      await sleep(30);
      now--;
      response.end();
    };
    await delivery.endpoint(hooks());
    await Promise.all(Array.from({ length: 60 }, () => delivery.emit()));
    for (let n = 0; n < 3; n++) delivery.worker({ perEndpoint: 5 });
    await until(settled(delivery));
    expect(receiver.eventIds().size).toBe(60);
    expect(most).toBeLessThanOrEqual(5);
    expect(most).toBeGreaterThan(2);
  });

  test("workers take a leased delivery over only after the lease ends", async () => {
    await delivery.endpoint(hooks());
    await delivery.emit();
    const [first] = await claim(delivery.db, { ...claimOptions, leaseSeconds: 0.4 });
    expect(await claim(delivery.db, claimOptions)).toEqual([]);
    await sleep(450);
    const [second] = await claim(delivery.db, claimOptions);
    expect(second?.id).toBe(first?.id);
    expect([first?.number, second?.number]).toEqual([1, 2]);
    expect(second?.lease_token).not.toBe(first?.lease_token);
  });

  test("continue after every connection was cut, and no event is lost", { tags: "long" }, async () => {
    await delivery.endpoint(hooks());
    delivery.worker();
    delivery.worker();
    // A write whose own connection is cut fails and leaves no event, so it is repeated.
    const emitted = (tries = 20): ReturnType<typeof delivery.emit> =>
      delivery.emit().catch((error) => (tries > 1 ? emitted(tries - 1) : Promise.reject(error)));
    const created: string[] = [];
    for (let round = 0; round < 10; round++) {
      const events = Array.from({ length: 10 }, () => emitted());
      for (const { id } of await Promise.all(events)) created.push(id);
      await delivery.rows(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await sleep(30);
    }
    await until(settled(delivery));
    expect(await tally(delivery, receiver, created)).toMatchObject({ created: 100, delivered: 100, lost: 0 });
  });
});

test("a worker that writes after its lease does not change the endpoint, which the later worker decides about", async () => {
  const { id } = await delivery.endpoint(hooks());
  await delivery.emit();
  const [late] = await claim(delivery.db, { ...claimOptions, leaseSeconds: 0.2 });
  await sleep(250);
  const [own] = await claim(delivery.db, claimOptions);
  if (!late || !own) throw new Error("Nothing was claimed.");
  const answer = (code: number) => ({ code, durationMs: 5, phases: {}, truncated: false });
  const gone = { kind: "failed", error: { message: "gone" }, wait: null, gone: true } as const;
  const health = () => delivery.rows("select failures_in_row from checkout.endpoint_health");
  const failed = { kind: "failed", error: { message: "no" }, wait: 60, gone: false } as const;
  expect(await settle(delivery.db, { claimed: own, requestHeaders: {}, answer: answer(500), verdict: failed })).toBe(
    true,
  );
  for (const verdict of [{ kind: "delivered" } as const, failed, gone]) {
    expect(await settle(delivery.db, { claimed: late, requestHeaders: {}, answer: answer(200), verdict })).toBe(false);
    expect(await health()).toEqual([{ failures_in_row: 1 }]);
  }
  expect(await delivery.rows(`select state from checkout.webhook_endpoint where id = '${id}'`)).toEqual([
    { state: "enabled" },
  ]);
  expect(await delivery.rows("select 1 from checkout.notice")).toEqual([]);
  expect(await deliveries("status, failures")).toEqual([{ status: "failed", failures: 1 }]);
});

describe("fairness", () => {
  test("10,000 deliveries that are due for 500 dead endpoints do not slow a healthy one", {
    tags: "long",
  }, async () => {
    receiver.respond = ({ path }, response) => (path === "/healthy" ? response.end() : undefined);
    await Promise.all(Array.from({ length: 500 }, () => delivery.endpoint(hooks("/dead"))));
    await delivery.endpoint(hooks("/healthy"), { events: ["order.cancelled"] });
    await emitMany(20);
    expect(await delivery.counts()).toEqual({ pending: 10_000 });
    // This event is due last.
    const { id: first } = await delivery.emit("order.cancelled");
    // The deadline is so long that receivers that never respond could take every place.
    delivery.worker({ deadlineMs: 20_000, leaseSeconds: 40, graceMs: 0 });
    const deadBefore = async (id: string, since = 0) => {
      await until(() => receiver.eventIds("/healthy").has(id));
      const place = receiver.received.findIndex(({ path, body }) => path === "/healthy" && JSON.parse(body).id === id);
      return place - since;
    };
    // It is sent after the first event of each endpoint and, even on a machine that stalls, before their fourth ones.
    expect(await deadBefore(first)).toBeLessThanOrEqual(1_500);
    for (let n = 0; n < 10; n++) {
      const since = receiver.received.length;
      const { id } = await delivery.emit("order.cancelled");
      // It is sent after the deliveries in progress.
      expect(await deadBefore(id, since)).toBeLessThanOrEqual(1_500);
      await sleep(50);
    }
    await until(() => receiver.received.filter(({ path }) => path === "/dead").length >= 500);
  });

  test("a replay of many events does not delay first attempts at the same endpoint", async () => {
    const { id } = await delivery.endpoint(hooks());
    await exhausted(id, 200);
    const fresh = new Set<string>();
    receiver.respond = async ({ body }, response) => {
      if (!fresh.has(JSON.parse(body).id)) await sleep(3_000);
      response.end();
    };
    await replayFailed(delivery.db, { tenantId: delivery.tenantId, endpointId: id, since: "2020-01-01T00:00:00Z" });
    delivery.worker({ perEndpoint: 8, deadlineMs: 10_000, leaseSeconds: 20, graceMs: 0 });
    // The replay takes half of the endpoint's places and no more.
    await until(() => receiver.received.length >= 4);
    for (let n = 0; n < 5; n++) {
      const started = performance.now();
      const event = await delivery.db.transaction(async (tx) => {
        const [one = ""] = await emitAll(tx, delivery.tenantId, [
          { type: "order.edited", data: sample("order.edited") },
        ]);
        fresh.add(one);
        return one;
      });
      await until(() => receiver.eventIds().has(event));
      expect(performance.now() - started).toBeLessThan(1_500);
    }
    expect(receiver.received.filter(({ body }) => !fresh.has(JSON.parse(body).id)).length).toBeLessThanOrEqual(8);
  });
});

describe("a replay", () => {
  test("a replay of 10,000 events that is requested twice runs once", { tags: "long" }, async () => {
    const { id } = await delivery.endpoint(hooks());
    await exhausted(id, 10_000);
    const place = { tenantId: delivery.tenantId, endpointId: id, since: "2020-01-01T00:00:00Z" };
    const [first, second] = await Promise.all([
      replayFailed(delivery.db, place, "job_1"),
      replayFailed(delivery.db, place, "job_1"),
    ]);
    expect([first, second]).toEqual([10_000, 10_000]);
    // Another job finds nothing left to replay.
    expect(await replayFailed(delivery.db, place)).toBe(0);
    expect(await delivery.counts()).toEqual({ exhausted: 10_000, pending: 10_000 });
    expect(await replayFailed(delivery.db, place, "job_1")).toBe(10_000);
    expect(await delivery.counts()).toEqual({ exhausted: 10_000, pending: 10_000 });
  });

  test("a replay of one delivery that is requested three times at once is one delivery of the same event", async () => {
    const { id } = await delivery.endpoint(hooks());
    await exhausted(id, 1);
    const [row] = await delivery.rows<{ id: string; event_id: string }>("select id, event_id from checkout.delivery");
    const old = {
      id: row?.id,
      endpointId: id,
      eventId: row?.event_id,
      eventType: "order.edited",
      replay: 0,
      test: false,
      status: "exhausted",
    } as Parameters<typeof replayOne>[2];
    const ids = await Promise.all([1, 2, 3].map(() => replayOne(delivery.db, delivery.tenantId, old)));
    expect(new Set(ids).size).toBe(1);
    delivery.worker();
    await until(settled(delivery));
    expect(receiver.received).toHaveLength(1);
    expect(receiver.eventIds()).toEqual(new Set([row?.event_id]));
  });
});
