import { expect, test } from "vitest";
import { loadQueueFilters, toFilter, toQuery } from "./filters";

const read = (search: string) => loadQueueFilters(new URLSearchParams(search));

test("the queue opens on pending commissions, oldest first", async () => {
  const query = toQuery(await read(""));
  expect(query).toEqual({ page: 1, per_page: 20, sort: "created_at", order: "asc", status: "pending" });
});

test("a job's filter contains no page, no order and no open commission", async () => {
  const filters = await read("affiliate=aff_1&flagged=false&type=sale&from=2026-03-01&page=3&sort=amount&id=com_1");
  const meant = {
    status: "pending",
    affiliate_id: "aff_1",
    flagged: "false",
    type: "sale",
    created_after: "2026-03-01",
  };
  expect(toFilter(filters)).toEqual(meant);
});

test("invalid parameters in the address are ignored", async () => {
  expect(toQuery(await read("status=paid&from=yesterday&per_page=900&page=-1&type=x"))).toEqual({
    page: 1,
    per_page: 100,
    sort: "created_at",
    order: "asc",
    status: "pending",
  });
  expect(toFilter(await read("status=all"))).toEqual({});
});
