import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { affiliate } from "../../contract/affiliate/index.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let program: Program;

const resources = ["affiliates", "links", "orders", "commissions", "payouts"] as const;
type Item = Record<string, string | number | null>;

const days = ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-02T23:30:00Z"].map((at) => new Date(at));
const dayOf = (n: number) => days[n % days.length] as Date;

/** Twelve records of each kind, with many ties. */
beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  const statuses =
    <S extends string>(...all: S[]) =>
    (n: number) =>
      all[n % all.length] as S;
  const affiliateStatus = statuses("active", "pending", "inactive");
  const orderStatus = statuses("paid", "refunded", "cancelled");
  const commissionStatus = statuses("pending", "approved", "rejected");
  const payoutStatus = statuses("pending", "paid", "failed");
  for (let n = 0; n < 12; n++) {
    const { id } = await program.affiliate({ status: affiliateStatus(n), last_name: n % 2 ? "berg" : "Alm" });
    const link = await program.link(id, n % 2 ? { name: "Boots" } : {});
    if (n % 2) await program.call("PUT", `/links/${link.id}`, { body: { status: "disabled" } });
    await program.countClicks(link.id, id, n % 3);
    const createdAt = dayOf(n);
    const total = 1_000 * (n % 4);
    await program.insertOrder({ affiliateId: id, linkId: link.id, status: orderStatus(n), total, createdAt });
    const status = commissionStatus(n);
    const reviewedAt = status === "pending" ? null : dayOf(n + 1);
    await program.insertCommission(id, { status, createdAt, reviewedAt, amount: n % 5, eligibleAt: dayOf(n + 2) });
    const paidAt = payoutStatus(n) === "paid" ? dayOf(n) : null;
    await program.insertPayout(id, { status: payoutStatus(n), createdAt, paidAt, amount: n % 5 });
  }
});
afterAll(() => services.close());

const list = async (resource: string, query: Record<string, string | number> = {}) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return program.call("GET", `/${resource}?${search}`);
};
const idsOf = (data: Item[]) => data.map(({ id }) => id);

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const [left, right] = [a, b].map((value) => (typeof value === "string" ? value.toLowerCase() : value));
  return (left as string) < (right as string) ? -1 : left === right ? 0 : 1;
};

describe.each(resources)("%s", (resource) => {
  const { shape } = affiliate[resource].list.query;
  const sorts: readonly string[] = shape.sort.unwrap().options;
  const known: readonly string[] = shape.status.unwrap().options;

  test("lists have 25 records on a page, newest first, by default", async () => {
    const { status, body } = await list(resource);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 12 });
    const times = body.data.map(({ created_at }: Item) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test.each(sorts)("lists sort by %s in both directions, and pages hold each record once", async (sort) => {
    for (const order of ["asc", "desc"]) {
      const all: Item[] = (await list(resource, { sort, order })).body.data;
      const values = all.map((item) => item[sort] ?? null);
      const expected = values.toSorted(compare);
      expect(values).toEqual(order === "asc" ? expected : expected.reverse());
      const pages = await Promise.all([1, 2, 3].map((page) => list(resource, { sort, order, page, per_page: 5 })));
      expect(pages.flatMap(({ body }) => idsOf(body.data))).toEqual(idsOf(all));
    }
  });

  test.each(known)("lists with the status %s are the matching records and their number", async (status) => {
    const all: Item[] = (await list(resource)).body.data;
    const expected = all.filter((item) => item.status === status);
    const { body } = await list(resource, { status });
    expect(idsOf(body.data)).toEqual(idsOf(expected));
    expect(body.pagination.total).toBe(expected.length);
  });

  test("created_after includes the day itself, in UTC", async () => {
    const all: Item[] = (await list(resource)).body.data;
    const today = new Date().toISOString().slice(0, 10);
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-03", today, "2099-01-01"]) {
      const expected = all.filter(({ created_at }) => String(created_at) >= day);
      const { body } = await list(resource, { created_after: day, status: known[0] as string });
      const filtered = expected.filter(({ status }) => status === known[0]);
      expect(idsOf(body.data)).toEqual(idsOf(filtered));
      expect(body.pagination.total).toBe(filtered.length);
      expect((await list(resource, { created_after: day })).body.pagination.total).toBe(expected.length);
    }
  });

  test("a page after the last one is empty and has the total", async () => {
    const { body } = await list(resource, { page: 9, per_page: 5 });
    expect(body).toMatchObject({ data: [], pagination: { page: 9, per_page: 5, total: 12 } });
  });

  test.each([
    ["status", "no-such"],
    ["sort", "no-such"],
    ["sort", "constructor"],
    ["order", "up"],
    ["created_after", "01.03.2026"],
    ["page", "0"],
    ["per_page", "101"],
  ])("lists refuse %s=%s and name the field", async (name, value) => {
    const { status, body } = await list(resource, { [name]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field: name }] });
    expect(body.error.message).toContain(name);
  });
});

describe.each(["links", "orders", "commissions", "payouts"] as const)("%s of one affiliate", (resource) => {
  const { shape } = affiliate[resource].list.query;
  let theirs: Program;
  let mine: Item[];
  let id: string;
  beforeAll(async () => {
    theirs = await openProgram(services);
    id = (await theirs.affiliate()).id;
    const other = (await theirs.affiliate()).id;
    const [a, b] = [await theirs.link(id), await theirs.link(other)];
    for (let n = 0; n < 10; n++) {
      const affiliateId = n % 2 ? id : other;
      const createdAt = dayOf(n);
      const linkId = (n % 2 ? a : b).id;
      if (resource === "links") await theirs.link(affiliateId);
      await theirs.insertOrder({ affiliateId, linkId, createdAt, total: n % 3, status: n % 3 ? "paid" : "refunded" });
      const status = n % 3 ? "pending" : "approved";
      await theirs.insertCommission(affiliateId, {
        createdAt,
        status,
        amount: n % 3,
        reviewedAt: n % 3 ? null : createdAt,
      });
      await theirs.insertPayout(affiliateId, { createdAt, amount: n % 3, status: n % 3 ? "pending" : "failed" });
    }
    const { body } = await theirs.call("GET", `/${resource}`);
    mine = body.data.filter(({ affiliate_id }: Item) => affiliate_id === id);
  });
  const read = async (query: string) => (await theirs.call("GET", `/${resource}?affiliate_id=${id}${query}`)).body;

  test("lists of an affiliate are the matching records and their number, also with other filters", async () => {
    for (const status of ["", ...shape.status.unwrap().options]) {
      for (const day of ["2026-03-01", "2026-03-02", "2099-01-01"]) {
        const expected = mine.filter((item) => (!status || item.status === status) && String(item.created_at) >= day);
        const body = await read(`&created_after=${day}${status && `&status=${status}`}`);
        expect(idsOf(body.data)).toEqual(idsOf(expected));
        expect(body.pagination.total).toBe(expected.length);
      }
    }
  });

  test.each<string>(shape.sort.unwrap().options)("sorted by %s, pages hold each once", async (sort) => {
    for (const order of ["asc", "desc"]) {
      const all: Item[] = (await read(`&sort=${sort}&order=${order}`)).data;
      expect(all.map((item) => item.id).toSorted()).toEqual(mine.map((item) => item.id).toSorted());
      const values = all.map((item) => item[sort] ?? null);
      const expected = values.toSorted(compare);
      expect(values).toEqual(order === "asc" ? expected : expected.reverse());
      const pages = await Promise.all(
        [1, 2, 3, 4].map((n) => read(`&sort=${sort}&order=${order}&per_page=2&page=${n}`)),
      );
      expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(idsOf(all));
    }
  });

  test("records of an unknown affiliate are none, and an invalid id is refused", async () => {
    const { body } = await theirs.call("GET", `/${resource}?affiliate_id=aff_none`);
    expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
    const refused = await theirs.call("GET", `/${resource}?affiliate_id=../a`);
    expect(refused.body.error).toMatchObject({ code: "invalid_request", details: [{ field: "affiliate_id" }] });
  });
});

test("new records do not move earlier records to another page", async () => {
  const place = await openProgram(services);
  const { id } = await place.affiliate();
  const at = (n: number) => new Date(Date.UTC(2026, 2, 1, 0, n));
  for (let n = 0; n < 6; n++) await place.insertCommission(id, { createdAt: at(n % 2) });
  const page = async (number: number) =>
    idsOf((await place.call("GET", `/commissions?sort=created_at&order=asc&per_page=3&page=${number}`)).body.data);
  const first = await page(1);
  await Promise.all([1, 2, 3].map((n) => place.insertCommission(id, { createdAt: at(10 + n) })));
  const rest = [...(await page(2)), ...(await page(3))];
  expect(new Set([...first, ...rest]).size).toBe(9);
});

test("orders without an affiliate are listed separately", async () => {
  const place = await openProgram(services);
  const { id } = await place.affiliate();
  const theirs = await place.insertOrder({ affiliateId: id });
  const nobodys = await place.insertOrder();
  expect(idsOf((await place.call("GET", "/orders")).body.data)).toEqual([theirs.id]);
  const { body } = await place.call("GET", "/orders?attributed=false");
  expect(idsOf(body.data)).toEqual([nobodys.id]);
  expect(body.pagination.total).toBe(1);
});

test("an order is found by its ID of the shop, if an affiliate brought it", async () => {
  const place = await openProgram(services);
  const { id } = await place.affiliate();
  const theirs = await place.insertOrder({ affiliateId: id, externalId: "shop-1" });
  await place.insertOrder({ externalId: "shop-2" });
  const found = async (externalId: string) =>
    idsOf((await place.call("GET", `/orders?external_id=${externalId}`)).body.data);
  expect(await found("shop-1")).toEqual([theirs.id]);
  expect(await found("shop-2")).toEqual([]);
});
