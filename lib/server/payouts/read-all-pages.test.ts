import { describe, expect, test } from "vitest";
import { ApiError } from "../../contract/errors.ts";
import { walk } from "./read-all-pages.ts";

// What a list proves, for every known way of paging.

type Row = { id: string };
const rows = (count: number, from = 1): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index) }));

type Answer = { data: Row[]; page?: number; per_page?: number; total?: number | null; listed?: false } | ApiError;

const from = (answer: (page: number, size: number) => Answer) => ({
  async page<T>(_resource: string, query: { page: number; [name: string]: unknown }) {
    const response = answer(query.page, Number(query.per_page));
    if (response instanceof ApiError) throw response;
    const { data, page = 1, per_page = Math.max(data.length, 1), total = null, listed } = response;
    return { data: data as T[], pagination: { page, per_page, total }, ...(listed === false && { listed }) };
  },
});
const paged =
  (all: Row[], most = 100) =>
  (page: number, size: number) => {
    const by = Math.min(size, most);
    return { data: all.slice((page - 1) * by, page * by), per_page: by };
  };
const run = async (answer: (page: number, size: number) => Answer) => {
  const { records, complete } = await walk(from(answer), "payouts");
  return [records.length, complete];
};

describe("a list is complete", () => {
  test("a list is complete if the API reports a total", async () => {
    const all = rows(250);
    expect(await run((page, size) => ({ ...paged(all)(page, size), total: 250 }))).toEqual([250, true]);
  });
  test("a list is complete if an empty page ends it, even after pages that are shorter than requested", async () => {
    expect(await run(paged(rows(200)))).toEqual([200, true]);
    expect(await run(paged(rows(60), 25))).toEqual([60, true]);
    expect(await run(paged([]))).toEqual([0, true]);
  });
  test("a list is complete if the API answers 404 after the last page", async () => {
    const answer = paged(rows(150));
    expect(await run((page, size) => (page > 2 ? new ApiError(404, "not_found", "No") : answer(page, size)))).toEqual([
      150,
      true,
    ]);
  });
  test("a list is complete if the last page is repeated", async () => {
    const answer = paged(rows(150));
    expect(await run((page, size) => answer(Math.min(page, 2), size))).toEqual([150, true]);
  });
  test("a list is complete after a second pass, if a row that left moved another one", async () => {
    let calls = 0;
    const all = rows(150);
    const answer = (page: number, size: number) => {
      if (++calls === 2) all.shift();
      return { ...paged(all)(page, size), total: all.length };
    };
    // Row 101 moved to the first page while it was read, and row 1 is remembered though it has left.
    expect(await run(answer)).toEqual([150, true]);
  });
});

describe("a list may be incomplete", () => {
  test("a list may be incomplete if every page number returns the same page", { tags: "long" }, async () => {
    expect(await run(() => ({ data: rows(25) }))).toEqual([25, false]);
  });
  test("a list may be incomplete if the API reports a higher total than it returns", async () => {
    const answer = paged(rows(50));
    expect(await run((page, size) => ({ ...answer(page, size), total: 60 }))).toEqual([50, false]);
  });
  test("a list may be incomplete if records have no id", async () => {
    expect(await run(() => ({ data: [{ id: "" }] }))).toEqual([0, false]);
  });
  test("a list may be incomplete if a response is not a list, although an empty page would be the end", async () => {
    const answer = paged(rows(150));
    const broken: Answer = { data: [], listed: false };
    expect(await run((page, size) => (page === 2 ? broken : answer(page, size)))).toEqual([100, false]);
  });
  test("a list may be incomplete if it never ends", async () => {
    expect(await run((page) => ({ data: rows(1, page) }))).toEqual([300, false]);
  });
  test("a list may be incomplete if it is too long, which is not read twice, nor begun if a part is useless", async () => {
    let calls = 0;
    const answer = (page: number, size: number) => {
      calls++;
      return { ...paged(rows(30_001))(page, size), page, total: 30_001 };
    };
    expect(await run(answer)).toEqual([30_000, false]);
    expect(calls).toBe(300);
    const { complete } = await walk(from(answer), "payouts", {}, { whole: true });
    expect([calls, complete]).toEqual([301, false]);
  });
});

test("a page that cannot be read is an error, not the end", async () => {
  await expect(run(() => new ApiError(404, "not_found", "No"))).rejects.toMatchObject({ status: 404 });
  await expect(
    run((page, size) => (page > 1 ? new ApiError(500, "x", "No") : paged(rows(200))(page, size))),
  ).rejects.toMatchObject({ status: 500 });
});

test("a walk that has found enough stops, and proves nothing about the rest", async () => {
  const { records, complete } = await walk(from(paged(rows(500))), "payouts", {}, { enough: ({ id }) => id === "7" });
  expect([records.length, complete]).toEqual([100, false]);
});
