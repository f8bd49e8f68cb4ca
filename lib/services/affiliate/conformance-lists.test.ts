import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AffiliateConformance, openAffiliateConformance } from "../../testing/affiliate/conformance.ts";

// The list parameters of sections 4 and 8, on every list.

let service: AffiliateConformance;
const count = 27;
const days = ["2026-03-01", "2026-03-02", "2026-03-03"] as const;
const today = () => new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await openAffiliateConformance();
  const { program } = service;
  for (let n = 0; n < count; n++) {
    const { id } = await program.affiliate({ status: n % 3 ? "active" : "pending" });
    const { id: link } = await program.link(id);
    if (n % 3 === 0) await program.call("PUT", `/links/${link}`, { body: { status: "disabled" } });
    const at = new Date(`${days[n % 3]}T10:00:00Z`);
    const now = new Date();
    await program.insertOrder({ affiliateId: id, createdAt: at, status: n % 3 ? "paid" : "refunded" });
    const earned = { status: n % 3 ? "pending" : "approved", reviewedAt: n % 3 ? null : at } as const;
    await program.insertCommission(id, { createdAt: at, ...earned });
    await program.insertPayout(id, { createdAt: at, status: n % 3 ? "pending" : "failed" });
    await program.insertClick(link, id, { occurredAt: at, isBot: n % 3 === 0 });
    const lineItems = [{ product_id: `p${n}`, name: "Boots", quantity: 1, unit_price: 10_000 }];
    const day = today();
    await program.insertOrder({ affiliateId: id, createdAt: now, day, lineItems, status: n % 3 ? "paid" : "refunded" });
  }
});
afterAll(() => service.close());

type Item = Record<string, unknown>;
const idOf = (item: Item) => String(item.id ?? item.affiliate_id ?? item.product_id);
const timeOf = (item: Item) => String(item.created_at ?? item.occurred_at);

/**
 * For each list: a status that occurs in it, and the number of records with that status. Each affiliate has two orders.
 */
const lists: [path: string, total: number, status: string, ofStatus: number][] = [
  ["/affiliates", count, "active", 18],
  ["/orders", 2 * count, "paid", 36],
  ["/commissions", count, "pending", 18],
  ["/payouts", count, "pending", 18],
  ["/links", count, "active", 18],
  ["/analytics/affiliates", count, "active", 18],
  ["/analytics/products", count, "paid", 18],
  ["/analytics/clicks", count, "unconverted", 18],
];

describe.each(lists)("GET %s", (path, total, status, ofStatus) => {
  const read = (query = "") => service.api("GET", `${path}?${query}`);

  test("per_page is 25 by default", async () => {
    const { body } = await read();
    expect(body.data).toHaveLength(25);
    expect(body.pagination).toMatchObject({ page: 1, per_page: 25, total });
  });

  test("page and per_page divide the list, with every record on one page", async () => {
    const all = (await read("per_page=100")).body.data.map(idOf);
    expect(all).toHaveLength(total);
    expect(new Set(all).size).toBe(total);
    const pages = Math.ceil(total / 10);
    const cut = await Promise.all(Array.from({ length: pages }, (_, n) => read(`per_page=10&page=${n + 1}`)));
    expect(cut.flatMap(({ body }) => body.data.map(idOf))).toEqual(all);
  });

  test("per_page is at most 100, and page and per_page are whole numbers from 1", async () => {
    expect((await read("per_page=100")).status).toBe(200);
    for (const [field, value] of [
      ["per_page", "101"],
      ["per_page", "0"],
      ["per_page", "-1"],
      ["per_page", "ten"],
      ["page", "0"],
      ["page", "1.5"],
    ]) {
      const answer = await read(`${field}=${value}`);
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
    }
  });

  test("status filters, and an unknown status is refused", async () => {
    const { body } = await read(`status=${status}&per_page=100`);
    expect(body.data).toHaveLength(ofStatus);
    expect(body.pagination.total).toBe(ofStatus);
    for (const item of body.data) if ("status" in item) expect(item.status).toBe(status);
    const refused = await read("status=no-such");
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, "status"]);
  });

  test("created_after filters by day and has the form YYYY-MM-DD", async () => {
    const all: Item[] = (await read("per_page=100")).body.data;
    for (const day of [...days, today(), "2099-01-01"]) {
      const { body } = await read(`created_after=${day}&per_page=100`);
      // Rows of metrics do not show when their affiliate or product was created: all were created today.
      const expected =
        path.startsWith("/analytics/") && !path.endsWith("clicks")
          ? all.filter(() => day <= today())
          : all.filter((item) => timeOf(item) >= day);
      expect(body.data.map(idOf).toSorted()).toEqual(expected.map(idOf).toSorted());
      expect(body.pagination.total).toBe(expected.length);
    }
    for (const wrong of ["03/01/2026", "2026-02-30", "yesterday"]) {
      const refused = await read(`created_after=${wrong}`);
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, "created_after"]);
    }
  });

  test("sort and order sort by created_at in both directions", async () => {
    const down = (await read("sort=created_at&order=desc&per_page=100")).body.data;
    const up = (await read("sort=created_at&order=asc&per_page=100")).body.data;
    expect(down.map(idOf).toSorted()).toEqual(up.map(idOf).toSorted());
    if (!path.startsWith("/analytics/") || path.endsWith("clicks")) {
      expect(down.map(timeOf)).toEqual(down.map(timeOf).toSorted().toReversed());
      expect(up.map(timeOf)).toEqual(up.map(timeOf).toSorted());
    }
    for (const [field, value] of [
      ["sort", "no_such_field"],
      ["order", "sideways"],
    ]) {
      const refused = await read(`${field}=${value}`);
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field]);
    }
  });

  test("all parameters work together", async () => {
    const query = `page=2&per_page=5&status=${status}&created_after=2026-03-01&sort=created_at&order=desc`;
    const { status: answer, body } = await read(query);
    expect(answer).toBe(200);
    expect(body.data).toHaveLength(5);
    expect(body.pagination).toMatchObject({ page: 2, per_page: 5, total: ofStatus });
  });
});
