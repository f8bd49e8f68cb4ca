import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayIn } from "../../days.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let program: Program;
type Row = {
  id: string;
  affiliateId: string;
  linkId: string;
  occurredAt: Date;
  isBot: boolean;
  orderId: string | null;
};
const rows: Row[] = [];

/** Forty clicks on three links of two affiliates, around the night without 2 o'clock, with many at the same moment. */
beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  const [a, b] = [(await program.affiliate()).id, (await program.affiliate()).id];
  const links = [await program.link(a), await program.link(a), await program.link(b)];
  for (let n = 0; n < 40; n++) {
    const link = links[n % 3] as { id: string; affiliate_id: string };
    const occurredAt = new Date(Date.parse("2026-03-28T21:30:00Z") + ((n * 7) % 20) * 1_800_000 * 3);
    const orderId = n % 4 === 0 ? `ord_${n}` : null;
    rows.push(await program.insertClick(link.id, link.affiliate_id, { occurredAt, isBot: n % 5 === 0, orderId }));
  }
  rows.sort((x, y) => y.occurredAt.getTime() - x.occurredAt.getTime() || (x.id < y.id ? 1 : -1));
});
afterAll(() => services.close());

const read = async (query = "") => program.call("GET", `/analytics/clicks?${query}`);
const idsOf = (data: { id: string }[]) => data.map(({ id }) => id);
const statusOf = ({ isBot, orderId }: Row) => (isBot ? "bot" : orderId ? "converted" : "unconverted");

test("clicks come newest first or oldest first, with their details and without an IP address", async () => {
  const { body } = await read("per_page=100");
  expect(idsOf(body.data)).toEqual(idsOf(rows));
  expect(body.pagination).toEqual({ page: 1, per_page: 100, total: 40, next_cursor: null });
  const [first] = rows as [Row];
  expect(body.data[0]).toEqual({
    id: first.id,
    affiliate_id: first.affiliateId,
    link_id: first.linkId,
    occurred_at: first.occurredAt.toISOString(),
    landing_page: null,
    referrer: null,
    country: null,
    device: null,
    browser: null,
    os: null,
    is_bot: first.isBot,
    converted: statusOf(first) === "converted",
    order_id: first.orderId,
  });
  expect(idsOf((await read("per_page=100&sort=created_at&order=asc")).body.data)).toEqual(idsOf(rows).toReversed());
});

const day = (row: Row) => dayIn("Europe/Berlin", row.occurredAt);
const filters: [query: string, keep: (row: Row) => boolean][] = [
  ["status=bot", (row) => statusOf(row) === "bot"],
  ["status=converted", (row) => statusOf(row) === "converted"],
  ["status=unconverted", (row) => statusOf(row) === "unconverted"],
  ["created_after=2026-03-29", (row) => row.occurredAt.toISOString() >= "2026-03-29"],
  ["start_date=2026-03-29&end_date=2026-03-29", (row) => day(row) === "2026-03-29"],
  ["start_date=2026-03-30", (row) => day(row) >= "2026-03-30"],
  ["end_date=2026-03-29&status=unconverted", (row) => day(row) <= "2026-03-29" && statusOf(row) === "unconverted"],
  ["affiliate_id=A", (row) => row.affiliateId === rows[0]?.affiliateId],
  ["link_id=L&status=bot", (row) => row.linkId === rows[0]?.linkId && statusOf(row) === "bot"],
  ["affiliate_id=none", () => false],
];

describe.each(filters)("clicks with %s", (template, keep) => {
  const query = () => template.replace("=A", `=${rows[0]?.affiliateId}`).replace("=L", `=${rows[0]?.linkId}`);

  test("are the matching clicks and their number", async () => {
    const { body } = await read(`${query()}&per_page=100`);
    expect(idsOf(body.data)).toEqual(idsOf(rows.filter(keep)));
    expect(body.pagination.total).toBe(rows.filter(keep).length);
  });

  test.each(["desc", "asc"])("are on exactly one page each (%s), by page number and by cursor", async (order) => {
    const expected = order === "desc" ? idsOf(rows.filter(keep)) : idsOf(rows.filter(keep)).toReversed();
    const asked = `${query()}&per_page=3&order=${order}`;
    const byPage: string[] = [];
    const byCursor: string[] = [];
    let cursor: string | null = null;
    for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / 3)); page++) {
      byPage.push(...idsOf((await read(`${asked}&page=${page}`)).body.data));
      const { body } = await read(cursor === null ? asked : `${asked}&cursor=${cursor}`);
      expect(body.pagination).toMatchObject({ page, total: expected.length });
      byCursor.push(...idsOf(body.data));
      cursor = body.pagination.next_cursor;
    }
    expect(cursor).toBeNull();
    expect(byPage).toEqual(expected);
    expect(byCursor).toEqual(expected);
  });
});

test("pages after the 100th are reached only by cursor", async () => {
  expect((await read("page=100&per_page=1")).status).toBe(200);
  const { status, body } = await read("page=101&per_page=1");
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field: "page" }] });
  expect(body.error.message).toContain("next_cursor");
});

test("a new click does not move earlier clicks to another page of a cursor", async () => {
  const place = await openProgram(services);
  const { id } = await place.affiliate();
  const { id: link } = await place.link(id);
  const seen: string[] = [];
  for (let n = 0; n < 4; n++) await place.insertClick(link, id);
  let query = "per_page=2";
  for (let round = 0; round < 2; round++) {
    const { body } = await place.call("GET", `/analytics/clicks?${query}`);
    seen.push(...idsOf(body.data));
    query = `per_page=2&cursor=${body.pagination.next_cursor}`;
    await place.insertClick(link, id);
  }
  expect(new Set(seen).size).toBe(4);
});

test.each(["x", "1_2", "1_999999999999999_clk", "0_1_clk_a", "1_1_clk'a"])(
  "the invalid cursor %s is refused, and the field is named",
  async (cursor) => {
    const { status, body } = await read(`cursor=${encodeURIComponent(cursor)}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field: "cursor" }] });
  },
);
