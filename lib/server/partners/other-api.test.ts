import { afterAll, beforeAll, expect, test } from "vitest";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Link } from "../../contract/affiliate/links.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { failure, openSecondDesk } from "../../testing/second-desk.ts";
import type { Partner } from "./caller.ts";

// The other API ignores the filter by affiliate, which its specification does not have.

let desk: Awaited<ReturnType<typeof openSecondDesk>>;
let shop: Awaited<ReturnType<typeof desk.newShop>>;
let code: Awaited<ReturnType<typeof load>>;
let mira: Partner;

const load = async () => ({
  ...(await import("./caller.ts")),
  ...(await import("./earnings.ts")),
  ...(await import("../payouts/owed-two-ways.ts")),
});

beforeAll(async () => {
  desk = await openSecondDesk();
  shop = await desk.newShop();
  code = await load();
  const store = { id: shop.id, name: shop.id, currency: "EUR", timeZone: "UTC" };
  mira = { id: "p", affiliateId: "11", mode: "live", store, name: "Mira", email: "m@a.test", locale: null, tax: {} };
});
afterAll(() => desk.close());

test("only the affiliate's own rows of each list are returned, page by page", async () => {
  for (const resource of ["commissions", "links", "payouts"] as const) {
    const all = await code.partnerRows<Commission | Link | Payout>(mira, resource);
    expect(all.length, resource).toBeGreaterThan(0);
    expect([...new Set(all.map(({ affiliate_id }) => affiliate_id))], resource).toEqual(["11"]);
    const page = await code.partnerPage<Commission>(mira, resource, { page: 1, per_page: 1 });
    expect([page.data.length, page.pagination.total]).toEqual([1, all.length]);
    const asked = { query: { affiliate_id: "12", per_page: 100 } };
    const { data } = await code.partnerCall<{ data: Link[] }>(mira, `${resource}.list`, asked);
    expect(data.filter(({ affiliate_id }) => affiliate_id !== "11")).toEqual([]);
  }
});

test("the figures of the whole program are refused, and so is each operation that is not on the list", async () => {
  for (const name of ["analytics.summary", "affiliates.list", "orders.list", "payouts.create", "constructor"]) {
    const refused = await failure(code.partnerCall(mira, name as "links.list"));
    expect(refused, name).toMatchObject({ status: 403, code: "not_for_partners" });
  }
});

test("the earnings are those of the desk's account", async () => {
  const account = await code.readAccount(code.callerOfPartner(mira), "11");
  const balances = await code.readBalances(mira);
  expect(account.currencies.length).toBeGreaterThan(0);
  for (const { currency, owed, paid } of account.currencies) {
    const shown = balances.find((each) => each.currency === currency);
    expect([shown?.owed, (shown?.paid ?? 0) + (shown?.on_its_way ?? 0)]).toEqual([owed, paid.amount]);
  }
});
