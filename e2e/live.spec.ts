import { randomBytes } from "node:crypto";
import { listenTo } from "../lib/testing/live.ts";
import { chooseFromRow, choosesProduct, expect, type Page, rowOf, rowsOf, test } from "./fixtures.ts";
import { App, ownerOf } from "./processes.ts";
import { tellOf } from "./shoppers.ts";

/** Long enough for a busy machine: how fast it is on an idle one is for benchmarks. */
const soon = { timeout: 6_000 };

async function opens(page: Page, path: string) {
  const listening = page.waitForResponse((answer) => answer.url().includes("/desk/live?"));
  await page.goto(path);
  await listening;
}

const streamsOf = (page: Page) => {
  const streams: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "eventsource") streams.push(request.url());
  });
  return streams;
};

test("a change to an offer appears in a colleague's list without a reload", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create({ name: "Care kit", status: "draft" });
  const colleague = await merchant.as("merchant");
  await opens(colleague.page, `${colleague.base}/upsells`);
  await expect(rowOf(colleague.page, "Care kit")).toContainText("Draft");
  await merchant.opens("/upsells");
  await chooseFromRow(page, "Care kit", "Switch on");
  await expect(rowOf(page, "Care kit")).toContainText("Active");
  await expect(rowOf(colleague.page, "Care kit")).toContainText("Active", soon);

  await merchant.opens(`/upsells/${id}`);
  await page.getByLabel("Name", { exact: true }).fill("Better care kit");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(rowOf(colleague.page, "Better care kit")).toBeVisible(soon);
  await expect(rowsOf(colleague.page)).toHaveCount(1);
});

test("a colleague's change appears in an open editor with a note, and entered text stays", async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create({ name: "Care kit", product_id: "prod_old" });
  const colleague = await merchant.as("merchant");
  await opens(colleague.page, `${colleague.base}/upsells/${id}`);
  const typed = colleague.page.getByLabel("Name", { exact: true });
  await typed.fill("What I am typing");
  await merchant.opens(`/upsells/${id}`);
  await page.getByLabel("Name", { exact: true }).fill("Theirs");
  await choosesProduct(page.getByLabel("Product offered"), "prod_new");
  await page.getByRole("button", { name: "Save changes" }).click();
  const note = (on: Page) => on.getByRole("status").filter({ hasText: "has just changed this" });
  await expect(note(colleague.page)).toBeVisible(soon);
  await expect(colleague.page.getByLabel("Product offered")).toHaveValue("prod_new", soon);
  await expect(typed).toHaveValue("What I am typing");
  await expect(note(page)).toHaveCount(0);
});

test("an order edited by a shopper appears as the last event without a reload", { tag: "@long" }, async ({
  merchant,
}) => {
  const { page } = merchant;
  await opens(page, `${merchant.base}/settings`);
  await expect(page.getByText("No event has arrived yet.")).toBeVisible();
  const at = new Date().toISOString();
  const order = { order_id: "ord_1", platform_order_id: "#1", occurred_at: at };
  await tellOf(merchant.store, [
    { id: "one", type: "order.placed", total: 50, ...order },
    { id: "two", type: "order.edited", edit_type: "add_items", amount_changed: 5, new_total: 55, ...order },
  ]);
  await expect(page.getByText("Last event: order.edited")).toBeVisible(soon);
});

test("the tabs of a browser share one live connection, and another tab takes over when the first is closed", {
  tag: "@long",
}, async ({ merchant }) => {
  await merchant.api.create({ name: "Care kit", status: "draft" });
  const first = merchant.page;
  const second = await first.context().newPage();
  const third = await first.context().newPage();
  const streams = [first, second, third].map(streamsOf);
  await opens(first, `${merchant.base}/upsells`);
  await second.goto(`${merchant.base}/upsells`);
  await third.goto(`${merchant.base}/upsells`);
  await third.waitForTimeout(1_000);
  expect(streams.map((opened) => opened.length)).toEqual([1, 0, 0]);
  const colleague = await merchant.as("merchant");
  await colleague.opens("/upsells");
  await chooseFromRow(colleague.page, "Care kit", "Switch on");
  for (const tab of [first, second, third]) await expect(rowOf(tab, "Care kit")).toContainText("Active", soon);

  await first.close();
  await expect.poll(() => (streams[1]?.length ?? 0) + (streams[2]?.length ?? 0)).toBe(1);
  await chooseFromRow(colleague.page, "Care kit", "Switch off");
  for (const tab of [second, third]) await expect(rowOf(tab, "Care kit")).toContainText("Inactive", { timeout: 4_000 });
});

test("a change in one app process reaches live clients of another, uncompressed, and a stop does not wait for them", {
  tag: "@long",
}, async () => {
  const CARTWRIGHT_SECRET = randomBytes(32).toString("base64url");
  const first = await App.start({ CARTWRIGHT_SECRET });
  const second = await App.start({ CARTWRIGHT_SECRET, DATABASE_URL: first.databaseUrl() });
  try {
    await first.setUp("shop");
    const here = await first.signIn(ownerOf("shop"));
    const { cookie } = await second.signIn(ownerOf("shop"));
    const stream = await listenTo(`${second.origin}/api/shop/live/desk/live`, {
      cookie,
      "accept-encoding": "gzip, br",
    });
    expect(stream.headers.get("content-encoding")).toBeNull();
    await expect.poll(() => stream.heard.length).toBeGreaterThan(0);
    const view = { screen: "upsells", name: "Drafts", query: "", shared: true };
    expect((await here.call("POST", "/api/shop/live/desk/views", { body: view })).status).toBe(201);
    await expect.poll(() => stream.changes().at(-1), soon).toMatchObject({ api: "desk", resource: "views" });
    const hook = await first.call("POST", `/api/hooks/${"a".repeat(32)}`, { body: { id: "evt_1" } });
    expect([hook.status, hook.body.error.code]).toEqual([404, "not_found"]);
    const began = Date.now();
    await second.stop();
    expect(stream.ended()).toBe(true);
    // Requests in progress get ten seconds to end.
    expect(Date.now() - began).toBeLessThan(8_000);
  } finally {
    await second.remove();
    await first.remove();
  }
});
