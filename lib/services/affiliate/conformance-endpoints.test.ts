import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { affiliate } from "../../contract/affiliate/index.ts";
import { operationsOf } from "../../contract/define.ts";
import { type AffiliateConformance, openAffiliateConformance } from "../../testing/affiliate/conformance.ts";

// Sections 1 to 4, 5 and 9 of the specification: every endpoint, and the states of a commission.

let service: AffiliateConformance;
const made = {} as Record<"affiliates" | "orders" | "commissions" | "payouts" | "links", string>;

beforeAll(async () => {
  service = await openAffiliateConformance();
  const { program } = service;
  made.affiliates = (await program.affiliate()).id;
  made.links = (await program.link(made.affiliates)).id;
  made.orders = (await program.insertOrder({ affiliateId: made.affiliates })).id;
  made.commissions = (await program.insertCommission(made.affiliates, { orderId: made.orders })).id;
  made.payouts = (await program.insertPayout(made.affiliates)).id;
});
afterAll(() => service.close());

const resource = { id: "" };
const list = { data: [resource], pagination: { page: 1, per_page: 25, total: 1 } };
const person = (email: string) => ({ email, first_name: "Ada", last_name: "Berg" });

type Row = [method: string, path: string, body: (() => unknown) | undefined, status: number, shape: unknown];
/** The table of section 4. The specification does not show the bodies, so these are chosen here. */
const rows: Row[] = [
  ["GET", "/affiliates", undefined, 200, list],
  ["GET", "/affiliates/:id", undefined, 200, resource],
  ["POST", "/affiliates", () => person("ada@example.com"), 201, resource],
  ["PUT", "/affiliates/:id", () => ({ first_name: "Otto" }), 200, resource],
  ["DELETE", "/affiliates/:id", undefined, 200, {}],
  ["GET", "/orders", undefined, 200, list],
  ["GET", "/orders/:id", undefined, 200, resource],
  [
    "POST",
    "/orders/:id/attribute",
    () => ({ affiliate_id: made.affiliates, reason: "Named at checkout" }),
    200,
    resource,
  ],
  ["GET", "/commissions", undefined, 200, list],
  ["GET", "/commissions/:id", undefined, 200, resource],
  ["PUT", "/commissions/:id/approve", undefined, 200, resource],
  ["PUT", "/commissions/:id/reject", () => ({ reason: "other" }), 200, resource],
  ["GET", "/payouts", undefined, 200, list],
  ["GET", "/payouts/:id", undefined, 200, resource],
  ["POST", "/payouts", () => ({ affiliate_id: made.affiliates, amount: 500, currency: "EUR" }), 201, resource],
  ["GET", "/links", undefined, 200, list],
  ["GET", "/links/:id", undefined, 200, resource],
  [
    "POST",
    "/links",
    () => ({ affiliate_id: made.affiliates, destination_url: "https://a.example.com/" }),
    201,
    resource,
  ],
  ["DELETE", "/links/:id", undefined, 200, {}],
  ["GET", "/analytics/summary", undefined, 200, { data: {} }],
  ["GET", "/analytics/affiliates", undefined, 200, { data: [], pagination: {} }],
  ["GET", "/analytics/products", undefined, 200, { data: [], pagination: {} }],
  ["GET", "/analytics/clicks", undefined, 200, { data: [], pagination: {} }],
];

/** A new record for each call that changes one, so that no row depends on another. */
async function recordFor(method: string, path: string): Promise<string> {
  const { program } = service;
  const kind = path.split("/")[1] as keyof typeof made;
  if (method === "GET") return made[kind];
  if (kind === "affiliates") return (await program.affiliate()).id;
  if (kind === "links") return (await program.link(made.affiliates)).id;
  if (kind === "orders") return (await program.insertOrder()).id;
  const order = await program.insertOrder({ affiliateId: made.affiliates });
  return (await program.insertCommission(made.affiliates, { orderId: order.id })).id;
}

test("4 has twenty-three endpoints, and the document marks every other one as an extension", async () => {
  const { body } = await service.api("GET", "/openapi.json", undefined, null);
  const specified = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => operation["x-extension"] !== true)
        .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(rows).toHaveLength(23);
  expect(specified.toSorted()).toEqual(rows.map(([method, path]) => `${method} ${path}`).toSorted());
});

test.each(rows)("4 %s %s", async (method, path, body, status, shape) => {
  const address = path.replace(":id", path.includes(":id") ? await recordFor(method, path) : "");
  if (path === "/payouts" && method === "POST") await owe();
  const answer = await service.api(method, address, body?.());
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json\b/);
  for (const name of Object.keys(shape as object)) expect(answer.body).toHaveProperty(name);
  if (shape === list) {
    expect(answer.body.pagination).toMatchObject({ page: 1, per_page: 25, total: expect.any(Number) });
    for (const item of answer.body.data) expect(item).toMatchObject({ id: expect.any(String) });
  }
  if (shape === resource && path.includes(":id")) expect(answer.body.id).toBe(address.split("/")[2]);
});

/** The affiliate has earned exactly the amount of the payout in the table. */
async function owe(): Promise<void> {
  made.affiliates = (await service.program.affiliate()).id;
  const past = new Date("2026-03-02T10:00:00Z");
  const earned = { status: "approved", amount: 500, reviewedAt: past, eligibleAt: past } as const;
  await service.program.insertCommission(made.affiliates, earned);
}

test.each(
  operationsOf(affiliate).map(({ operation }) => [operation.method, operation.path, operation.example] as const),
)("4 %s %s exists: its status is not 501 or any other 5xx", async (method, path, example) => {
  const { status } = await service.api(method, path.replace(/:\w+/g, "none"), example);
  expect(status).toBeLessThan(500);
});

test.each(rows.filter(([, path]) => path.includes(":id")))(
  "4 %s %s with an unknown id is 404",
  async (method, path, body) => {
    const { status } = await service.api(method, path.replace(":id", "none"), body?.());
    expect(status).toBe(404);
  },
);

test.each(rows)("5 %s %s requires a key", async (method, path) => {
  const { status } = await service.api(method, path.replace(":id", "none"), undefined, null);
  expect(status).toBe(401);
});

describe("3 States and transitions", () => {
  const pending = () => recordFor("PUT", "/commissions/:id");

  test.each([
    ["approve", "approved"],
    ["reject", "rejected"],
  ])("PUT /commissions/:id/%s makes a pending commission %s", async (verb, state) => {
    const id = await pending();
    expect((await service.api("GET", `/commissions/${id}`)).body.status).toBe("pending");
    const { status, body } = await service.api("PUT", `/commissions/${id}/${verb}`, verb === "reject" ? {} : undefined);
    expect([status, body.status]).toEqual([200, state]);
    expect((await service.api("GET", `/commissions/${id}`)).body.status).toBe(state);
  });

  test.each(["approve", "reject"])("%s leaves a commission that is not pending unchanged", async (verb) => {
    for (const first of ["approve", "reject"]) {
      const id = await pending();
      await service.api("PUT", `/commissions/${id}/${first}`, first === "reject" ? {} : undefined);
      const before = (await service.api("GET", `/commissions/${id}`)).body;
      const { status, body } = await service.api(
        "PUT",
        `/commissions/${id}/${verb}`,
        verb === "reject" ? {} : undefined,
      );
      expect([status, body.error?.code]).toEqual([409, "invalid_transition"]);
      expect((await service.api("GET", `/commissions/${id}`)).body).toEqual(before);
    }
  });
});

describe("2 Resources", () => {
  test("an order can be attributed by hand", async () => {
    const id = await recordFor("POST", "/orders/:id");
    await service.api("POST", `/orders/${id}/attribute`, {
      affiliate_id: made.affiliates,
      reason: "Named at checkout",
    });
    const { body } = await service.api("GET", `/orders/${id}`);
    expect(body).toMatchObject({ affiliate_id: made.affiliates, attribution_method: "manual" });
    expect((await service.api("GET", "/orders?per_page=100")).body.data.map((one: { id: string }) => one.id)).toContain(
      id,
    );
  });

  test("a deleted record is not found", async () => {
    for (const kind of ["affiliates", "links"]) {
      const id = await recordFor("DELETE", `/${kind}/:id`);
      expect((await service.api("DELETE", `/${kind}/${id}`)).status).toBe(200);
      expect((await service.api("GET", `/${kind}/${id}`)).status).toBe(404);
    }
  });

  test("traffic is attributed to a link by the link's address", async () => {
    const { body } = await service.api("GET", `/links/${made.links}`);
    const answer = await fetch(new URL(`/r/${body.code}`, service.base), { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain("https://shop.example.com/");
  });
});

test("9 the version is the end of the base address", async () => {
  expect(service.base.endsWith("/v1")).toBe(true);
  for (const base of [service.base.replace(/\/v1$/, ""), service.base.replace(/\/v1$/, "/v2")]) {
    const headers = { authorization: `Bearer ${service.program.key}` };
    expect((await fetch(`${base}/affiliates`, { headers })).status).toBe(404);
  }
});
