import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveChange } from "../../contract/desk/live.ts";
import { createClient } from "../client.ts";
import { sendTo } from "../send.ts";
import { createRefresher } from "./refresh.ts";

const place = { store: "shop", mode: "live", api: "checkout" };
const routes = {
  upsells: { list: ["GET", "/upsells", true], get: ["GET", "/upsells/:id", true] },
  settings: { get: ["GET", "/settings", true] },
} as const;

let asked: { path: string; lane: string | null }[];
let queryClient: QueryClient;
let hidden: boolean;
let refresher: ReturnType<typeof createRefresher>;

beforeEach(async () => {
  vi.useFakeTimers();
  asked = [];
  hidden = false;
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path: url.replace("/api/shop/live/checkout", ""), lane: headers["x-lane"] ?? null });
    return Response.json({});
  });
  queryClient = new QueryClient();
  // biome-ignore lint/suspicious/noExplicitAny: a contract of three operations
  const client = createClient(routes as any, place, sendTo(place)) as any;
  const shown = [
    client.upsells.list.options({ query: { page: 1 } }),
    client.upsells.get.options({ params: { id: "one" } }),
    client.upsells.get.options({ params: { id: "two" } }),
    client.settings.get.options(),
  ];
  for (const options of shown) new QueryObserver(queryClient, options).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(({ lane }) => lane)).toEqual([null, null, null, null]);
  asked = [];
  refresher = createRefresher(queryClient, { store: "shop", mode: "live", tab: "mine", isHidden: () => hidden });
});
afterEach(() => {
  refresher.stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = async (...changes: (Partial<LiveChange> | null)[]) => {
  for (const change of changes) refresher.take(change && { api: "checkout", resource: "upsells", ...change });
  await vi.advanceTimersByTimeAsync(6_000);
  return paths();
};
const paths = () => asked.map(({ path }) => path).sort();
const list = "/upsells?page=1";

test("a changed record and the lists are read again, and other records are not", async () => {
  expect(await told({ record: "one" })).toEqual(["/upsells/one", list].sort());
});

test("a change without a record makes the screen read everything of the resource again", async () => {
  expect(await told({})).toEqual(["/upsells/one", "/upsells/two", list].sort());
});

test("of the records that a job changes, only the shown one is read again, and the lists when the job reports them", async () => {
  expect(await told({ record: "one", part: true }, { record: "elsewhere", part: true })).toEqual(["/upsells/one"]);
  asked = [];
  expect(await told({ part: true })).toEqual([list]);
});

test("several changes at the same time cause one read of each record", async () => {
  expect(await told({ record: "one" }, { record: "two" }, { record: "one" })).toEqual(
    ["/upsells/one", "/upsells/two", list].sort(),
  );
});

test("a list that is worked out from other records is read again with them", async () => {
  const there = { ...place, api: "affiliate" };
  // biome-ignore lint/suspicious/noExplicitAny: a contract of one operation
  const client = createClient({ risks: { list: ["GET", "/risks", true] } } as any, there, sendTo(there)) as any;
  new QueryObserver(queryClient, client.risks.list.options()).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  asked = [];
  expect(await told({ api: "affiliate", resource: "commissions", record: "com_1" })).toEqual([
    "/api/shop/live/affiliate/risks",
  ]);
});

test("reads after a change give way to calls that a person causes", async () => {
  await told({});
  expect(new Set(asked.map(({ lane }) => lane))).toEqual(new Set(["prefetch"]));
});

test("the tab's own change and a refused attempt cause no read", async () => {
  expect(await told({ record: "one", tab: "mine" }, { record: "one", refused: true })).toEqual([]);
});

test("changes in a hidden tab are read when the tab is shown", async () => {
  hidden = true;
  expect(await told({ record: "one", part: true }, { record: "two", part: true })).toEqual([]);
  hidden = false;
  refresher.catchUp();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paths()).toEqual(["/upsells/one", "/upsells/two"]);
});

test("after missed changes, everything is read again", async () => {
  expect(await told(null)).toHaveLength(4);
});
