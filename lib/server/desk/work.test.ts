import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Role } from "../../contract/define.ts";
import { store, user } from "../../database/schema/desk.ts";
import { openTestDesk } from "../../testing/desk.ts";

// Drafts, saved views and remembered things, with a real database and the embedded service in the sandbox.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let operations: typeof import("../wire/perform-call.ts");
let serve: typeof import("./serve.ts");
let memory: typeof import("../memory/remembered-records.ts");

const facts = { currency: "EUR", timeZone: "UTC" };

beforeAll(async () => {
  desk = await openTestDesk();
  operations = await import("../wire/perform-call.ts");
  serve = await import("./serve.ts");
  memory = await import("../memory/remembered-records.ts");
  const { connectEmbedded } = await import("../wire/upstream.ts");
  for (const id of ["shop", "other"]) {
    await desk.db.insert(store).values({ id, name: id, ...facts });
    await connectEmbedded({ id, name: id, ...facts });
  }
  for (const id of ["ann", "bob"]) await desk.db.insert(user).values({ id, name: id, email: `${id}@test` });
});
afterAll(() => desk.close());

type Who = { person?: string; storeId?: string; mode?: "live" | "sandbox"; role?: Role };

const caller = ({ person = "ann", storeId = "shop", mode = "sandbox", role = "merchant" }: Who = {}) => ({
  membership: {
    person: { id: person, name: person, email: `${person}@test` },
    store: { id: storeId, name: storeId, ...facts },
    role,
  },
  mode,
});
const ask = (resource: string, name: string, raw: object = {}, who?: Who) =>
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  serve.runDesk(caller(who), resource, name, { params: {}, ...raw }) as Promise<any>;

async function perform(resource: string, name: string, more: object = {}, who?: Who) {
  return operations.perform({
    ...caller(who),
    api: "checkout",
    resource,
    operation: name,
    ...more,
  });
}

describe("a draft", () => {
  const params = { kind: "upsell", record: "ups_1" };
  const get = async (who?: Who) => (await ask("drafts", "get", { params }, who)).data;

  test("a draft is kept for one person, store, mode and record, until it is discarded", async () => {
    await ask("drafts", "put", { params, body: { body: { name: "First" }, base: "v1" } });
    await ask("drafts", "put", { params, body: { body: { name: "Second" }, base: "v1" } });
    expect(await get()).toMatchObject({ body: { name: "Second" }, base: "v1", kind: "upsell", record: "ups_1" });
    for (const who of [{ person: "bob" }, { storeId: "other" }, { mode: "live" }] as const) {
      expect(await get(who)).toBeNull();
    }
    expect((await ask("drafts", "list")).data).toHaveLength(1);
    await ask("drafts", "delete", { params });
    expect(await get()).toBeNull();
  });

  test("a draft is refused with a secret at any depth, or with more than 256 KB", async () => {
    const put = (body: object) => ask("drafts", "put", { params, body: { body } });
    await expect(put({ hook: [{ signing_secret: "canary" }] })).rejects.toMatchObject({
      status: 400,
      details: [{ field: "hook.0.signing_secret" }],
    });
    await expect(put({ key: "canary" })).rejects.toMatchObject({ status: 400 });
    await expect(put({ note: "x".repeat(256 * 1024) })).rejects.toMatchObject({ status: 413 });
    await put({ note: "x".repeat(255 * 1024) });
  });

  test("a draft is forgotten after 30 days", async () => {
    await ask("drafts", "put", { params, body: { body: { name: "Old" } } });
    await desk.db.execute(sql`update desk.draft set updated_at = now() - interval '29 days'`);
    expect(await get()).not.toBeNull();
    await desk.db.execute(sql`update desk.draft set updated_at = now() - interval '31 days'`);
    expect(await get()).toBeNull();
    const { forgetOld } = await import("../memory/retention.ts");
    await forgetOld();
    expect((await desk.db.execute(sql`select 1 from desk.draft`)).rows).toEqual([]);
  });

  test("beyond two hundred pushes out the oldest, and leaves no audit row", async () => {
    for (let number = 1; number <= 203; number++) {
      await ask("drafts", "put", { params: { kind: "upsell", record: `r${number}` }, body: { body: {} } });
    }
    const { data } = await ask("drafts", "list");
    expect(data).toHaveLength(200);
    expect(data.at(-1).record).toBe("r4");
    expect((await desk.db.execute(sql`select 1 from desk.audit where resource = 'drafts'`)).rows).toEqual([]);
  });
});

describe("a saved view", () => {
  const save = (body: object, who?: Who) =>
    ask("views", "create", { body: { screen: "upsells", name: "Drafts", query: "status=draft", ...body } }, who);
  const names = async (who?: Who) => {
    const { data } = await ask("views", "list", { query: { screen: "upsells" } }, who);
    return data.map(({ name }: { name: string }) => name);
  };

  test("a saved view is private until shared, applies to both modes, and belongs to one store", async () => {
    const { id } = await save({ name: "Mine" });
    expect(await names({ mode: "live" })).toEqual(["Mine"]);
    expect(await names({ person: "bob" })).toEqual([]);
    await ask("views", "update", { params: { id }, body: { shared: true, name: "Ours" } });
    expect(await names({ person: "bob" })).toEqual(["Ours"]);
    expect(await names({ storeId: "other" })).toEqual([]);
    await expect(
      ask("views", "update", { params: { id }, body: { name: "x" } }, { person: "bob" }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(ask("views", "delete", { params: { id } }, { person: "bob" })).rejects.toMatchObject({ status: 403 });
    await ask("views", "delete", { params: { id } }, { person: "bob", role: "owner" });
    expect(await names()).toEqual([]);
  });

  test("that is private to another person looks like one that does not exist", async () => {
    const { id } = await save({});
    await expect(ask("views", "delete", { params: { id } }, { person: "bob", role: "owner" })).rejects.toMatchObject({
      status: 404,
    });
    await ask("views", "delete", { params: { id } });
  });

  test("a saved view of an analyst cannot be shared", async () => {
    await expect(save({ shared: true }, { role: "analyst" })).rejects.toMatchObject({ status: 403 });
  });

  test("a saved view can be what a screen opens with, for each person separately", async () => {
    const { defaultQuery } = await import("./views.ts");
    const opens = (person: string) => defaultQuery(caller({ person }).membership, "upsells");
    const { id } = await save({ shared: true });
    const second = await save({ query: "status=active" });
    await ask("views", "open_with", { params: { id } });
    expect(await ask("views", "open_with", { params: { id: second.id } })).toMatchObject({ default: true });
    expect(await opens("ann")).toBe("status=active");
    expect(await opens("bob")).toBeNull();
    await ask("views", "open_with", { params: { id } }, { person: "bob" });
    expect(await opens("bob")).toBe("status=draft");
    // Bob can no longer open a view that ann has stopped sharing.
    await ask("views", "update", { params: { id }, body: { shared: false } });
    expect(await opens("bob")).toBeNull();
    await ask("views", "open_without", { params: { id: second.id } });
    expect(await opens("ann")).toBeNull();
  });

  test.each(["?status=draft", "a b", "a=1#b"])("refuses %s as a query", async (query) => {
    await expect(save({ query })).rejects.toMatchObject({ status: 400 });
  });
});

describe("the dashboard remembers", () => {
  const seen = async (kind: string, query: object = {}, who?: Who) => {
    return (await ask("remembered", "list", { params: { kind }, query }, who)).data;
  };
  const idsOf = (things: { id: string }[]) => things.map(({ id }) => id).sort();
  const offer = {
    name: "Care kit",
    product_id: "gid://shop/1",
    trigger_products: ["boots"],
    placement: "post_purchase",
    discount: { type: "percentage", value: 10 },
  };

  test("products of offers and bundles, each once, in their mode only", async () => {
    const { body } = await perform("upsells", "create", { body: offer });
    await perform("upsells", "list");
    await perform("upsells", "get", { params: { id: (body as { id: string }).id } });
    await perform("bundles", "create", {
      body: {
        name: "Set",
        type: "fixed",
        products: [{ product_id: "beans", quantity: 1 }],
        pricing: { type: "percentage_off", value: 5 },
      },
    });
    expect(idsOf(await seen("product"))).toEqual(["beans", "boots", "gid://shop/1"]);
    expect(await seen("product", {}, { mode: "live" })).toEqual([]);
    expect(await seen("product", {}, { storeId: "other" })).toEqual([]);
  });

  test("the dashboard remembers names and prices that people gave, also when the product is seen again", async () => {
    const body = { id: "gid://shop/1", name: "Care kit", price: "12.50", currency: "EUR" };
    await ask("remembered", "put", { params: { kind: "product" }, body });
    await perform("upsells", "list");
    expect(await seen("product", { search: "CARE" })).toMatchObject([{ ...body, kind: "product" }]);
    expect(idsOf(await seen("product", { search: "gid://" }))).toEqual(["gid://shop/1"]);
    expect(await seen("product", { search: "%" })).toEqual([]);
    await ask("remembered", "delete", { params: { kind: "product" }, query: { id: body.id } });
    // The offer still names the product.
    expect(await seen("product", { search: "gid://" })).toMatchObject([{ id: body.id, name: null, price: null }]);
  });

  test("what people say about products in our own service, which shops and platforms read and write as well", async () => {
    const put = (body: object) => ask("remembered", "put", { params: { kind: "product" }, body });
    const lookUp = async (id: string) =>
      (await ask("remembered", "look_up", { params: { kind: "product" }, body: { ids: [id] } })).data;
    const image_url = "https://shop.example.com/tea.webp";
    await put({ id: "tea", name: "Tea", price: "7.5", currency: "EUR", image_url });
    const inService = async () => (await perform("products", "list", { query: { ids: "tea" } })).body;
    expect(await inService()).toMatchObject({ data: [{ id: "tea", title: "Tea", price: 7.5, image_url }] });
    await perform("products", "save", { body: { products: [{ id: "tea", title: "Green tea", price: 8 }] } });
    expect(await lookUp("tea")).toMatchObject([{ name: "Green tea", price: "8.00", currency: "EUR", extra: {} }]);
    expect(await seen("product", { search: "green" })).toMatchObject([{ id: "tea" }]);

    memory.rememberSeen({ storeId: "shop", mode: "sandbox" }, memory.seenIn({ product: { id: "tea", title: "Old" } }));
    await memory.flushRemembered();
    await put({ id: "tea", name: null });
    expect(await lookUp("tea")).toMatchObject([{ name: null, price: "8.00" }]);
    await put({ id: "tea", price: null });
    expect(await lookUp("tea")).toMatchObject([{ name: null, price: null }]);
    expect(await inService()).toMatchObject({ data: [] });
    await expect(put({ id: "tea", price: "1", currency: "USD" })).rejects.toMatchObject({
      status: 400,
      details: [{ field: "currency", message: "Must be the store’s currency, EUR." }],
    });
  });

  test("the dashboard remembers names and prices of products from events, until a person gives others", async () => {
    const { seenIn, rememberSeen } = memory;
    const place = { storeId: "shop", mode: "live" as const };
    rememberSeen(place, [{ kind: "product", id: "mug" }]);
    await memory.flushRemembered();
    const told = (title: string, price: unknown) => seenIn({ product: { id: "mug", title, price } });
    rememberSeen(place, told("Stoneware mug", "14.90"));
    expect(await seen("product", {}, { mode: "live" })).toMatchObject([{ name: "Stoneware mug", price: "14.9" }]);
    const put = { params: { kind: "product" }, body: { id: "mug", name: "Mug", price: "15", currency: "EUR" } };
    await ask("remembered", "put", put, { mode: "live" });
    rememberSeen(place, told("Another title", 99));
    const [mug] = await seen("product", { search: "mug" }, { mode: "live" });
    expect(mug).toMatchObject({ name: "Mug", price: "15", currency: "EUR" });
    expect(seenIn({ product: { id: "mug", title: " ", price: "soon" } })).toEqual([{ kind: "product", id: "mug" }]);
  });

  test("products, and finds them by a list of ids", async () => {
    const lookUp = (ids: string[], who?: Who) =>
      ask("remembered", "look_up", { params: { kind: "product" }, body: { ids } }, who);
    expect((await lookUp(["gid://shop/1", "boots", "nobody"])).data.map(({ id }: { id: string }) => id).sort()).toEqual(
      ["boots"],
    );
    expect((await lookUp([])).data).toEqual([]);
    expect((await lookUp(["boots"], { storeId: "other" })).data).toEqual([]);
  });

  test("the dashboard remembers names and prices from a file, whose dry run changes nothing and whose bad lines stop no others", async () => {
    const csv = [
      "Product ID;Title;Price;Currency;URL",
      "boots;Boots;89.00;eur;https://shop.example.com/boots",
      "gid://shop/2;Wax;;;",
      "shoes;Shoes;free;EUR;",
      ";No id;1;EUR;",
      "boots;Better boots;;;",
    ].join("\n");
    const input = { params: { kind: "product" }, body: { csv } };
    await ask("remembered", "put", { params: { kind: "product" }, body: { id: "boots", name: "Old boots" } });
    const said = await ask("remembered", "dry_run", input);
    expect(said).toMatchObject({ rows: 5, valid: 3, problem_count: 2, repeated: [{ line: 6, of: 2 }] });
    expect(said.existing).toEqual([{ line: 2, id: "boots" }]);
    expect(said.columns.map(({ field }: { field: string | null }) => field)).toEqual([
      "product_id",
      "title",
      "price",
      "currency",
      "url",
    ]);
    expect(said.problems).toMatchObject([
      { line: 4, column: "Price", message: "Must be an amount such as 12.50." },
      { line: 5, column: "Product ID", message: "This field is required." },
    ]);
    const before = await seen("product", { search: "boots" });
    expect(before).toMatchObject([{ name: "Old boots", price: null }]);

    expect(await ask("remembered", "import_csv", input)).toEqual({ written: 2 });
    expect(await seen("product", { search: "boots" })).toMatchObject([
      {
        id: "boots",
        name: "Better boots",
        price: "89.00",
        currency: "EUR",
        extra: { url: "https://shop.example.com/boots" },
      },
    ]);
    expect(await seen("product", { search: "wax" })).toMatchObject([{ id: "gid://shop/2", name: "Wax", price: null }]);
    await expect(ask("remembered", "import_csv", input, { role: "analyst" })).rejects.toMatchObject({ status: 403 });
  });

  test("orders that were looked up, and none that does not exist", async () => {
    const { saveConnection } = await import("../wire/connections.ts");
    await saveConnection({ storeId: "shop", mode: "live", api: "checkout" }, "live_canary_0000000001");
    desk.upstream.answer = (_, response) => response.end('{"data":{"id":"ord_1","platform_order_id":"#1001"}}');
    await perform("orders", "get", { params: { id: "ord_1" } }, { mode: "live" });
    await expect(perform("orders", "get", { params: { id: "ord_none" } })).rejects.toMatchObject({ status: 404 });
    expect(await seen("order", {}, { mode: "live" })).toMatchObject([
      { id: "ord_1", extra: { platform_order_id: "#1001" } },
    ]);
    expect(await seen("order")).toEqual([]);
    const byPlatform = await seen("order", { search: "#100" }, { mode: "live" });
    expect(idsOf(byPlatform)).toEqual(["ord_1"]);
  });

  test("the last thirty orders that each person opened, latest first", async () => {
    const { backgroundEnd } = await import("../unawaited.ts");
    const recent = async (who: Who = {}) => {
      await backgroundEnd();
      const { data } = await ask("personal", "list", { params: { kind: "recent_order" } }, { mode: "live", ...who });
      return data;
    };
    for (let number = 2; number <= 33; number++) {
      desk.upstream.answer = (_, response) =>
        response.end(`{"order_id":"ord_${number}","platform_order_id":"#${number}"}`);
      await perform("orders", "get", { params: { id: `any-${number}` } }, { mode: "live", person: "bob" });
      await backgroundEnd();
    }
    const bobs = await recent({ person: "bob" });
    expect(bobs).toHaveLength(30);
    expect(bobs[0]).toMatchObject({ id: "ord_33", label: "#33" });
    expect(bobs.at(-1).id).toBe("ord_4");
    expect(idsOf(await recent())).toEqual(["ord_1"]);
    expect(await recent({ person: "bob", mode: "sandbox" })).toEqual([]);
  });

  test("what a person has dismissed, for that person only and without an audit row", async () => {
    const params = { kind: "dismissed" };
    const dismissed = async (who?: Who) => idsOf((await ask("personal", "list", { params }, who)).data);
    await ask("personal", "put", { params, body: { id: "checklist" } });
    await ask("personal", "put", { params, body: { id: "checklist" } });
    expect([await dismissed(), await dismissed({ person: "bob" })]).toEqual([["checklist"], []]);
    await ask("personal", "delete", { params, query: { id: "checklist" } });
    expect(await dismissed()).toEqual([]);
    expect((await desk.db.execute(sql`select 1 from desk.audit where resource = 'personal'`)).rows).toEqual([]);
    await expect(ask("personal", "list", { params: { kind: "secrets" } })).rejects.toMatchObject({ status: 404 });
  });

  test("how a person has arranged a screen, in both modes and for that person only", async () => {
    const params = { kind: "arranged" };
    const arranged = async (who?: Who) => {
      const { data } = await ask("personal", "list", { params }, who);
      return data.map(({ id, label }: { id: string; label: string }) => [id, label]);
    };
    const arrange = (label: string) => ask("personal", "put", { params, body: { id: "overview", label } });
    await arrange("orders figures");
    await arrange("figures -orders");
    expect(await arranged({ mode: "live" })).toEqual([["overview", "figures -orders"]]);
    expect(await arranged({ mode: "sandbox" })).toEqual([["overview", "figures -orders"]]);
    expect(await arranged({ person: "bob" })).toEqual([]);
    await ask("personal", "delete", { params, query: { id: "overview" } }, { mode: "live" });
    expect(await arranged()).toEqual([]);
  });

  test("a new endpoint's secret, at once and encrypted, for the receiver only", async () => {
    desk.upstream.answer = (_, response) =>
      response.end(
        '{"id":"wh_1","url":"https://a.test","events":["order.placed"],"signing_secret":"canary-of-the-hook"}',
      );
    await perform(
      "webhooks",
      "create",
      { body: { url: "https://a.test", events: ["order.placed"] } },
      { mode: "live" },
    );
    const things = await seen("webhook_endpoint", {}, { mode: "live" });
    expect(things).toMatchObject([{ id: "wh_1", has_secret: true, extra: { url: "https://a.test" } }]);
    expect(await memory.recallSecrets({ storeId: "shop", mode: "live" }, "wh_1")).toEqual(["canary-of-the-hook"]);
    expect(await memory.recallSecrets({ storeId: "shop", mode: "sandbox" }, "wh_1")).toEqual([]);
    const dump = await desk.db.execute(
      sql`select (r.*)::text || encode(coalesce(sealed, ''), 'escape') as row from desk.remembered r`,
    );
    expect(JSON.stringify([things, dump.rows])).not.toContain("canary");
  });

  test("nothing when a read shows nothing new", async () => {
    await perform("upsells", "list");
    await memory.flushRemembered();
    const stamp = async () =>
      (await desk.db.execute(sql`select max(xmin::text::bigint) as x from desk.remembered`)).rows;
    const before = await stamp();
    await perform("upsells", "list");
    await memory.flushRemembered();
    expect(await stamp()).toEqual(before);
  });

  test("the dashboard remembers on how many days a product was seen, however many processes saw it", async () => {
    const daysOf = async () =>
      (await seen("product", {}, { storeId: "other", mode: "live" })).map(({ times }: { times: number }) => times);
    const see = async (from: typeof memory) => {
      from.rememberSeen({ storeId: "other", mode: "live" }, [{ kind: "product", id: "tin" }]);
      await from.flushRemembered();
    };
    await see(memory);
    vi.resetModules();
    await see(await import("../memory/remembered-records.ts"));
    expect(await daysOf()).toEqual([1]);
    await desk.db.execute(sql`update desk.remembered set last_seen = last_seen - interval '1 day' where id = 'tin'`);
    vi.resetModules();
    await see(await import("../memory/remembered-records.ts"));
    expect(await daysOf()).toEqual([2]);
  });
});
