import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LiveStatus } from "../../../contract/desk/live.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import { serveDeskForTests } from "../../../testing/live.ts";
import { soon } from "../../../testing/soon.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let web: Awaited<ReturnType<typeof serveDeskForTests>>;
let store = "";
let owner = "";
let path = "";
let stores = 0;
let events = 0;

const secret = "whsec_canary_of_the_hook";

beforeAll(async () => {
  desk = await openTestDesk({ CARTWRIGHT_ORIGIN: "https://desk.test", LOG_LEVEL: "silent" });
  web = await serveDeskForTests();
});
afterAll(async () => {
  await web.close();
  await (await import("./hub.ts")).stopHub();
  await desk.close();
});
beforeEach(async () => {
  store = `shop-${++stores}`;
  owner = await web.newStore(store);
  const { saveConnection } = await import("../../wire/connections.ts");
  await saveConnection({ storeId: store, mode: "live", api: "checkout" }, `live_key_of_${store}_0000`);
  desk.upstream.seen.length = 0;
  desk.upstream.answer = ({ url }, response) =>
    response.end(url.includes("webhooks") ? JSON.stringify({ id: `wh-${store}`, signing_secret: secret }) : "{}");
});

const operate = (name: string, method = "POST") => web.call(owner, method, `/api/${store}/live/desk/live/${name}`);
const status = async () => (await (await operate("status", "GET")).json()) as LiveStatus;

async function connect(): Promise<void> {
  expect((await operate("connect")).status).toBe(200);
  const sent = JSON.parse(desk.upstream.seen.find(({ method }) => method === "POST")?.body ?? "{}");
  path = new URL(sent.url).pathname;
}

const sign = (body: string | Buffer, key = secret) => `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;

function deliver(body: string | Buffer, signature: string | null = sign(body)) {
  return fetch(web.address + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(signature !== null && { "x-service-signature": signature }) },
    body: body as BodyInit,
  });
}

const newEvent = (data: object = {}, type = "order.edited") =>
  JSON.stringify({ id: `evt_${++events}_of_${store}`, type, created_at: "2026-11-01T00:00:00Z", data });

const seen = async () =>
  (await desk.db.execute(sql`select id, type from desk.seen_event where store_id = ${store} order by received_at`))
    .rows;

describe("connecting", () => {
  test("registers an unguessable address for all seven events, and reveals no secret", async () => {
    expect(await status()).toMatchObject({ source: "none", hindrance: null });
    const answer = await operate("connect");
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ source: "webhook", last_event: null, bad_signatures: 0 });
    const [sent] = desk.upstream.seen.filter(({ method }) => method === "POST");
    const body = JSON.parse(sent?.body ?? "{}");
    expect(sent?.url).toBe("/v1/webhooks");
    expect(body.url).toMatch(/^https:\/\/desk\.test\/api\/hooks\/[\w-]{32}$/);
    expect(body.events).toHaveLength(7);
    const audit = await web.call(owner, "GET", `/api/${store}/live/desk/audit`);
    expect(text + (await audit.text())).not.toContain("canary");
    const dump = await desk.db.execute(sql`select row_to_json(t)::text as row from desk.remembered t`);
    expect(JSON.stringify(dump.rows)).not.toContain("canary");
  });

  test("connecting twice creates one endpoint", async () => {
    await operate("connect");
    await operate("connect");
    expect(desk.upstream.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("connecting is refused to an analyst, and fails with a message if the API returns no secret", async () => {
    const analyst = await web.newMember(store, "analyst");
    expect((await web.call(analyst, "POST", `/api/${store}/live/desk/live/connect`)).status).toBe(403);
    desk.upstream.answer = (_, response) => response.end('{"id":"wh_1"}');
    const answer = await operate("connect");
    expect([answer.status, (await answer.json()).error.code]).toEqual([502, "no_secret"]);
    expect(await status()).toMatchObject({ source: "none" });
  });

  test("connecting is not possible without https", async () => {
    const { env } = await import("../../env.ts");
    const settings = env();
    settings.CARTWRIGHT_ORIGIN = "http://desk.test";
    try {
      expect((await status()).hindrance).toBe("https_needed");
      expect((await operate("connect")).status).toBe(409);
      expect(desk.upstream.seen).toEqual([]);
    } finally {
      settings.CARTWRIGHT_ORIGIN = "https://desk.test";
    }
  });

  test("connecting keeps its endpoint from being forgotten, until the connection ends", async () => {
    await connect();
    const forget = () =>
      web.call(owner, "DELETE", `/api/${store}/live/desk/remembered/webhook_endpoint?id=wh-${store}`);
    expect((await (await forget()).json()).error.code).toBe("in_use");
    await operate("disconnect");
    expect((await forget()).status).toBe(200);
  });

  test("connecting answers later events with 410 once it has ended", async () => {
    await connect();
    expect((await (await operate("disconnect")).json()).source).toBe("none");
    expect((await deliver(newEvent())).status).toBe(410);
    expect(await seen()).toEqual([]);
  });
});

describe("an event", () => {
  beforeEach(connect);

  test("an event is taken once, its ids are remembered, and the screens that show them refresh", async () => {
    const stream = await web.listen(owner, `${store}/live`);
    // Nothing is passed on before the server listens to the database, and the stream has an id from then on.
    await soon(() => expect(stream.heard.at(-1)?.id).toBeTruthy());
    const product = { id: "prod-1", title: "Boots", variant_id: "v", price: 12 };
    const data = { order_id: "ord-1", platform_order_id: "#1", customer_id: "cus-1", product };
    const body = newEvent(data, "upsell.accepted");
    for (let time = 0; time < 3; time++) expect((await deliver(body)).status).toBe(200);
    expect(await seen()).toMatchObject([{ type: "upsell.accepted" }]);
    await soon(() => expect(stream.changes().map(({ resource }) => resource)).toContain("orders"));
    // Connecting may also announce what it learned about the key, at any moment.
    const told = () =>
      stream.changes().flatMap(({ api, resource }) => (resource === "connections" ? [] : `${api}/${resource}`));
    expect(told()).toEqual(["checkout/orders", "checkout/analytics", "checkout/shop", "desk/live", "desk/remembered"]);
    expect(JSON.stringify(stream.heard)).not.toMatch(/ord-1|cus-1|Boots/);
    // Waits until changes of the same second would have been announced.
    await sleep(1_200);
    expect((await deliver(body)).status).toBe(200);
    await sleep(1_200);
    expect(told()).toHaveLength(5);
    await stream.close();
    await (await import("../../memory/remembered-records.ts")).flushRemembered();
    const { rows } = await desk.db.execute(
      sql`select kind, id from desk.remembered where store_id = ${store} and kind <> 'webhook_endpoint' order by kind`,
    );
    expect(rows).toEqual([
      { kind: "customer", id: "cus-1" },
      { kind: "order", id: "ord-1" },
      { kind: "product", id: "prod-1" },
    ]);
    expect((await status()).last_event).toMatchObject({ type: "upsell.accepted" });
  });

  test("an event of an order is shown on that order's page, in the order in which events happened", async () => {
    const told = async (order: string) =>
      (await (await web.call(owner, "GET", `/api/${store}/live/checkout/orders/${order}/events`)).json()).data;
    const send = async (type: string, created_at: string, data: object) => {
      const id = `evt_${++events}_of_${store}`;
      expect((await deliver(JSON.stringify({ id, type, created_at, data }))).status).toBe(200);
    };
    await send("order.edited", "2026-11-02T00:00:00Z", { order_id: "ord:7", amount_changed: 5 });
    await send("upsell.accepted", "2026-11-01T00:00:00Z", { order_id: "ord:7", upsell_name: "Care kit" });
    await send("order.edited", "+999999-01-01T00:00:00Z", { order_id: "ord:8", note: "x".repeat(20_000) });
    await send("upsell.declined", "2026-11-01T00:00:00Z", { customer_id: "cus" });
    expect(await told("ord:7")).toMatchObject([
      { type: "upsell.accepted", created_at: "2026-11-01T00:00:00.000Z", data: { upsell_name: "Care kit" } },
      { type: "order.edited", data: { amount_changed: 5 } },
    ]);
    const [late] = await told("ord:8");
    expect(late).toMatchObject({ type: "order.edited", received_at: expect.any(String) });
    expect([late.created_at, late.data]).toEqual([undefined, undefined]);
    expect(await told("cus")).toEqual([]);
    const manager = await web.newMember(store, "affiliate_manager");
    const path = `/api/${store}/live/checkout/orders/ord:7/events`;
    expect((await web.call(manager, "GET", path)).status).toBe(403);
  });

  test("invalidates responses that were read before it", async () => {
    const { writeCount } = await import("../../wire/governor/stored-budget.ts");
    const { readConnection } = await import("../../wire/connections.ts");
    const { holder } = await readConnection({ storeId: store, mode: "live", api: "checkout" });
    const before = await writeCount(holder);
    await deliver(newEvent());
    await soon(async () => expect(await writeCount(holder)).toBeGreaterThan(before));
  });

  test.each([
    ["none", () => null],
    ["another secret's", (body: string) => sign(body, "another")],
    ["another body's", () => sign("{}")],
    ["in base64", (body: string) => `sha256=${createHmac("sha256", secret).update(body).digest("base64")}`],
    ["without its prefix", (body: string) => sign(body).slice(7)],
    ["empty", () => "sha256="],
    ["too long", (body: string) => `${sign(body)}00`],
  ])("an event whose signature is %s is refused, counted, and changes nothing", async (_, signature) => {
    const body = newEvent();
    expect((await deliver(body, signature(body))).status).toBe(401);
    expect(await seen()).toEqual([]);
    expect(await status()).toMatchObject({ bad_signatures: 1, last_bad_at: expect.any(String) });
  });

  test("an event is accepted with the old secret for as long as a rotation says, and with the new one", async () => {
    const { rememberSecret } = await import("../../memory/remembered-records.ts");
    const rotate = (signing_secret: string, previous_secret_until?: string) =>
      rememberSecret({ resource: "webhooks", membership: { store: { id: store } }, mode: "live" } as never, {
        id: `wh-${store}`,
        signing_secret,
        previous_secret_until,
      });
    const answers = async (key: string) => {
      const body = newEvent();
      return (await deliver(body, sign(body, key))).status;
    };
    await rotate("second", new Date(Date.now() + 60_000).toISOString());
    expect([await answers(secret), await answers("second")]).toEqual([200, 200]);
    await rotate("third", new Date(Date.now() - 1_000).toISOString());
    expect([await answers(secret), await answers("second"), await answers("third")]).toEqual([401, 401, 200]);
    await rotate("fourth");
    expect([await answers("third"), await answers("fourth")]).toEqual([401, 200]);
  });

  test("an event of more than 256 KB is refused", async () => {
    const body = newEvent({ text: "x".repeat(256 * 1024) });
    expect((await deliver(body)).status).toBe(413);
  });

  test.each([
    ["no JSON", "canary & no JSON"],
    ["nothing", ""],
    ["a bare number", "7"],
    ["a list", "[1,2]"],
    ["no text", Buffer.from([0xff, 0xfe, 0x00])],
    [
      "NUL in every word",
      JSON.stringify({ id: "\0", type: "\0", data: { order_id: "\0", customer_id: 7, product: [] } }),
    ],
    ["half a character", '{"id":"\\ud800","type":"\\ud800","data":{"order_id":"\\ud800"}}'],
    ["very deep", "[".repeat(50_000) + "]".repeat(50_000)],
  ])("an event that is signed and is %s is taken once, as an event of unknown type", async (_, body) => {
    expect([(await deliver(body)).status, (await deliver(body)).status]).toEqual([200, 200]);
    expect(await seen()).toMatchObject([{ type: "unknown" }]);
    await (await import("../../memory/remembered-records.ts")).flushRemembered();
  });

  test("an event at an address that was never given out is answered 404", async () => {
    path = `/api/hooks/${"a".repeat(32)}`;
    expect((await deliver(newEvent())).status).toBe(404);
  });

  test("an event is forgotten after thirty days", async () => {
    await deliver(newEvent());
    await deliver(newEvent());
    await desk.db.execute(sql`update desk.seen_event set received_at = now() - interval '31 days'
      where store_id = ${store} and id = ${`evt_${events}_of_${store}`}`);
    await (await import("../../memory/retention.ts")).forgetOld();
    expect(await seen()).toHaveLength(1);
  });
});
