import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { checkout } from "../contract/checkout/index.ts";
import { idempotencyKey } from "../contract/define.ts";
import { ApiError } from "../contract/errors.ts";
import { createClient, type Request, routesFor } from "./client.ts";

const place = { store: "shop", mode: "sandbox", api: "checkout" };

function client(sent: Request[] = []) {
  return createClient<typeof checkout>(routesFor(checkout, "owner"), place, async (request) => {
    sent.push(request);
    return { id: "ups_1" };
  });
}

test("a query key contains store, mode, API, resource, operation and the whole input", () => {
  const input = { query: { page: 2, status: "active" } };
  expect(client().upsells.list.options(input).queryKey).toEqual([
    "shop",
    "sandbox",
    "checkout",
    "upsells",
    "list",
    input,
  ]);
});

test("two modes never share a cache entry", () => {
  const live = createClient<typeof checkout>(
    routesFor(checkout, "owner"),
    { ...place, mode: "live" },
    async () => ({}),
  );
  expect(live.upsells.list.key()).not.toEqual(client().upsells.list.key());
});

test("a read is sent with the method and path of its operation", async () => {
  const sent: Request[] = [];
  await new QueryClient().fetchQuery(client(sent).upsells.get.options({ params: { id: "ups_1" } }));
  expect(sent).toMatchObject([{ method: "GET", path: "/upsells/:id", input: { params: { id: "ups_1" } } }]);
});

test("the same creation has one key until its outcome is known, and another key afterwards", async () => {
  const seen: (string | undefined)[] = [];
  const outcomes = [
    () => Promise.reject(new ApiError(0, "offline", "The server cannot be reached.")),
    () => Promise.reject(new ApiError(504, "upstream_timeout", "The service did not respond in time.")),
    () => Promise.resolve({ id: "ups_1" }),
    () => Promise.reject(new ApiError(400, "invalid_request", "The name is missing.")),
    () => Promise.resolve({ id: "ups_2" }),
  ];
  const { upsells } = createClient<typeof checkout>(routesFor(checkout, "owner"), place, ({ input }) => {
    seen.push(input.headers?.[idempotencyKey]);
    return (outcomes[seen.length - 1] as () => Promise<unknown>)();
  });
  const create = () =>
    upsells.create
      .mutation()
      .mutationFn({ body: checkout.upsells.create.example as never })
      .catch(() => null);
  for (const _ of outcomes) await create();
  const [first, second, third, fourth, fifth] = seen;
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, fourth, fifth]).size).toBe(3);
});

test("two clicks at once have one key, and a change of a record has none", async () => {
  const sent: Request[] = [];
  const { upsells } = client(sent);
  const create = () => upsells.create.mutation().mutationFn({ body: checkout.upsells.create.example as never });
  await Promise.all([create(), create()]);
  await upsells.update.mutation().mutationFn({ params: { id: "ups_1" }, body: { name: "Other" } });
  const keys = sent.map(({ input }) => input.headers?.[idempotencyKey]);
  expect(keys).toEqual([keys[0], keys[0], undefined]);
  expect(keys[0]).toBeDefined();
});

test("a write invalidates its resource and no other", () => {
  expect(client().upsells.update.mutation().meta.invalidates).toEqual(["shop", "sandbox", "checkout", "upsells"]);
});

test("operations that a role may not call are marked", () => {
  const routes = routesFor(checkout, "analyst");
  expect([routes.upsells?.list?.[2], routes.upsells?.delete?.[2]]).toEqual([true, false]);
});
