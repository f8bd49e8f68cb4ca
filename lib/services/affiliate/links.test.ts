import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let program: Program;
let affiliate: { id: string };

const destination_url = "https://shop.example.com/boots?size=40";
const create = (more: object = {}) =>
  program.call("POST", "/links", { body: { affiliate_id: affiliate.id, destination_url, ...more } });
const change = (id: string, body: object) => program.call("PUT", `/links/${id}`, { body });

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
  affiliate = await program.affiliate({ coupon_codes: ["MINE"] });
});
afterAll(() => services.close());

describe("create", () => {
  test("generates a code and returns the address", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^lnk_[0-9a-z]{26}$/),
      affiliate_id: affiliate.id,
      code: expect.stringMatching(/^[0-9a-z]{10}$/),
      destination_url,
      url: expect.stringMatching(new RegExp(`/r/${body.code}$`)),
      status: "active",
      clicks: 0,
      orders: 0,
      revenue: 0,
      currency: "EUR",
    });
    expect((await program.call("GET", `/links/${body.id}`)).body).toEqual(body);
  });

  test("create stores every field that was sent", async () => {
    const sent = {
      code: "Boots-1",
      name: "Boots",
      coupon_code: "MINE",
      utm_source: "a",
      utm_medium: "b",
      utm_campaign: "c",
    };
    expect((await create(sent)).body).toMatchObject(sent);
  });

  test("create refuses a code that any store has ever used, in any case of letters", async () => {
    const code = `once-${program.tenantId}`;
    const { id } = (await create({ code })).body;
    await program.call("DELETE", `/links/${id}`);
    program = await openProgram(services);
    affiliate = await program.affiliate();
    const asked = (wanted: string) => program.call("GET", `/links/codes/${wanted}`);
    expect((await asked(code.toUpperCase())).body).toEqual({ code: code.toUpperCase(), available: false });
    expect((await asked(`${code}-2`)).body.available).toBe(true);
    const { status, body } = await create({ code: code.toUpperCase() });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: "conflict", details: [{ field: "code" }] });
  });

  test.each<[string, object, string]>([
    ["an affiliate that is not there", { affiliate_id: "aff_none" }, "affiliate_id"],
    ["another one's coupon", { coupon_code: "theirs" }, "coupon_code"],
    ["a destination that is no page", { destination_url: "javascript:alert(1)" }, "destination_url"],
    ["an unknown field", { clicks: 5 }, "clicks"],
  ])("create refuses %s", async (_, more, field) => {
    await program.affiliate({ coupon_codes: ["THEIRS"] });
    const { status, body } = await create(more);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field }] });
  });

  test("create refuses an affiliate of another store", async () => {
    const stranger = affiliate;
    program = await openProgram(services);
    expect((await create({ affiliate_id: stranger.id })).status).toBe(400);
  });
});

test("a link can be disabled and enabled again and keeps its code", async () => {
  const before = (await create({ name: "Boots", utm_source: "a" })).body;
  const { body } = await change(before.id, {
    status: "disabled",
    name: null,
    destination_url: "https://b.example.com/",
  });
  expect(body).toEqual({ ...before, status: "disabled", name: null, destination_url: "https://b.example.com/" });
  expect((await program.call("GET", "/links?status=disabled")).body.pagination.total).toBe(1);
  expect((await change(before.id, { status: "active" })).body.status).toBe("active");
  expect((await program.call("GET", "/links?status=disabled")).body.pagination.total).toBe(0);
  expect((await change(before.id, { code: "other" })).status).toBe(400);
});

test("a deleted link leaves the lists, and its orders keep its id", async () => {
  const { id } = (await create()).body;
  const order = await program.insertOrder({ affiliateId: affiliate.id, linkId: id });
  expect((await program.call("DELETE", `/links/${id}`)).body).toEqual({ id, deleted: true });
  for (const [method, body] of [["GET"], ["PUT", { name: "x" }], ["DELETE"]] as const) {
    expect((await program.call(method, `/links/${id}`, body ? { body } : {})).status).toBe(404);
  }
  expect((await program.call("GET", "/links")).body).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await program.call("GET", `/orders/${order.id}`)).body.link_id).toBe(id);
});

test("orders can be filtered by the link that they are attributed to", async () => {
  const { id } = (await create()).body;
  const other = (await create()).body;
  for (const linkId of [id, id, other.id]) await program.insertOrder({ affiliateId: affiliate.id, linkId });
  const orders = async (query: string) => (await program.call("GET", `/orders?${query}`)).body;
  const { data, pagination } = await orders(`link_id=${id}&per_page=1`);
  expect([data[0].link_id, pagination.total]).toEqual([id, 2]);
  expect((await orders(`link_id=${id}&status=refunded`)).pagination.total).toBe(0);
  expect((await orders(`link_id=${other.id}&affiliate_id=${affiliate.id}`)).pagination.total).toBe(1);
});
