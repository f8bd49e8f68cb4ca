import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { checkout } from "../contract/checkout/index.ts";
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

test("a write invalidates its resource and no other", () => {
  expect(client().upsells.update.mutation().meta.invalidates).toEqual(["shop", "sandbox", "checkout", "upsells"]);
});

test("operations that a role may not call are marked", () => {
  const routes = routesFor(checkout, "analyst");
  expect([routes.upsells?.list?.[2], routes.upsells?.delete?.[2]]).toEqual([true, false]);
});
