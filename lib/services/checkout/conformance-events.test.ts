import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Conformance, expectFields, type Fields, openConformance } from "../../testing/conformance.ts";
import { type Receiver, startReceiver, until } from "../../testing/delivery/delivery.ts";
import { make } from "../../testing/shop.ts";
import { startDeliveryWorker, type Worker } from "../delivery/worker.ts";

// Section 6 of the specification: what a receiver gets. Shoppers' events arrive over HTTP and leave over HTTP.

const names = [
  "upsell.accepted",
  "upsell.declined",
  "bundle.purchased",
  "experiment.concluded",
  "order.edited",
  "order.cancelled",
  "subscription.created",
];

let service: Conformance;
let receiver: Receiver;
let worker: Worker;
let secret: string;
const methods = new Set<string | undefined>();

const arm = (variant: string, n: number, conversions: number) =>
  Array.from({ length: n }, (_, at) => [
    make.exposed(`x${variant}${at}`, `${variant}${at}`, variant),
    ...(at < conversions ? [make.converted(`c${variant}${at}`, `${variant}${at}`)] : []),
  ]).flat();

beforeAll(async () => {
  [service, receiver] = await Promise.all([openConformance(), startReceiver()]);
  receiver.respond = (_, response, { method }) => {
    methods.add(method);
    response.writeHead(204).end();
  };
  const subscribe = async (path: string, events: string[]) =>
    (await service.api("POST", "/webhooks", { url: receiver.origin + path, events })).body.signing_secret;
  secret = await subscribe("/all", names);
  await subscribe("/some", ["order.edited", "order.cancelled"]);
  await service.shop.send([
    make.placed("1", "ord_1", 120),
    make.accepted("2", "ord_1", 39.2, {
      product: { id: "p", title: "Grinder", variant_id: "v", price: 49 },
      discount: { type: "percentage", value: 20, amount: 9.8 },
    }),
    make.declined("3"),
    make.bundle("4", "ord_1", 30.1, 24.2),
    make.edited("5", "ord_1", 15, { changes: { items_added: [{ product_id: "p", quantity: 1, price: 15 }] } }),
    make.subscription("6", "ord_1", 12),
    make.cancelled("7", "ord_1"),
  ]);
  await service.shop.send([...arm("control", 340, 53), ...arm("b", 340, 135)]);
  worker = startDeliveryWorker(service.url);
  await until(() => receiver.received.length >= names.length + 2);
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await receiver.close();
});

const received = (path: string) => receiver.received.filter((one) => one.path === path);
const eventOf = (type: string) =>
  received("/all")
    .map(({ body }) => JSON.parse(body))
    .find((event) => event.type === type);

test("6 events come as HTTP POST requests, for what an endpoint subscribes to", () => {
  expect([...methods]).toEqual(["POST"]);
  const typesAt = (path: string) => received(path).map(({ body }) => JSON.parse(body).type);
  expect(typesAt("/all").toSorted()).toEqual(names.toSorted());
  expect(typesAt("/some").toSorted()).toEqual(["order.cancelled", "order.edited"]);
  expect(received("/all")[0]?.headers["content-type"]).toBe("application/json");
});

test.each(names)("6 Envelope of %s", (type) => {
  expectFields(eventOf(type), { id: "string", type: [type], created_at: "timestamp", data: "object" });
  expect(Object.keys(eventOf(type))).toEqual(["id", "type", "created_at", "data"]);
});

// The specification does not show the payloads of the other four.
test.each<[type: string, data: Fields]>([
  [
    "upsell.accepted",
    {
      upsell_id: "string",
      upsell_name: "string",
      order_id: "string",
      platform_order_id: "string",
      customer_id: "string",
      product: { id: "string", title: "string", variant_id: "string", price: "number" },
      discount: { type: "string", value: "number", amount: "number" },
      final_price: "number",
    },
  ],
  [
    "bundle.purchased",
    {
      bundle_id: "string",
      bundle_name: "string",
      bundle_type: ["fixed", "mix_match", "build_a_box"],
      order_id: "string",
      products: [{ id: "string", title: "string", quantity: "integer" }],
      original_price: "number",
      bundle_price: "number",
      savings: "number",
    },
  ],
  [
    "order.edited",
    {
      order_id: "string",
      platform_order_id: "string",
      edit_type: ["add_items"],
      changes: {
        items_added: [{ product_id: "string", quantity: "integer", price: "number" }],
        items_removed: "array",
        quantity_changes: "array",
      },
      amount_changed: "number",
      new_total: "number",
    },
  ],
])("6 data of %s", (type, data) => {
  expectFields(eventOf(type).data, data);
  expect(Object.keys(eventOf(type).data).toSorted()).toEqual(Object.keys(data).toSorted());
});

test("6 Signature is sha256= and the lowercase hexadecimal HMAC-SHA256 of the raw body", () => {
  for (const { body, headers } of received("/all")) {
    expect(headers["x-service-signature"]).toBe(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  }
  for (const { body, headers } of received("/some")) {
    expect(headers["x-service-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headers["x-service-signature"]).not.toBe(
      `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    );
  }
});
