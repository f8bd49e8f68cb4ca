import type { Page, Route } from "@playwright/test";
import pg from "pg";
import { admin, expect, rowOf, rowsOf, signIn, test, toasts } from "./fixtures.ts";
import { App, ownerOf } from "./processes.ts";

// Failures between the browser and Cartwright are simulated in the browser, others caused in the service.

const list = /\/api\/[^/]+\/sandbox\/checkout\/upsells\?/;
const tooMany = (seconds: number) => ({
  status: 429,
  headers: { "retry-after": String(seconds) },
  json: { error: { code: "rate_limited", message: "Rate limit exceeded.", retry_after: seconds } },
});

async function once(page: Page, url: RegExp | string, method: string, answer: Parameters<Route["fulfill"]>[0]) {
  let done = false;
  await page.route(url, (route) => {
    if (done || route.request().method() !== method) return route.fallback();
    done = true;
    return route.fulfill(answer);
  });
}

test("without a network, a banner says so and entered text stays, and saving works once the network is back", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)|ChunkLoadError/);
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  await page.getByLabel("Name").fill("Typed on a train");
  // The rules of the form load as soon as something is entered.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const banner = page.getByRole("status").filter({ hasText: "You are offline." });
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "No connection" });
  await expect(refusal).toContainText("The server cannot be reached. Check your connection.");
  expect(((await refusal.textContent()) ?? "").match(/cannot be reached/g)).toHaveLength(1);
  // The palette's script is loaded on demand. It cannot come now, and the page must survive that.
  const palette = page.getByRole("combobox", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await expect(palette).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue("Typed on a train");

  await page.context().setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  expect((await merchant.api.find(id))?.name).toBe("Typed on a train");
});

test("a list that reaches the request limit counts down and loads by itself", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/429/);
  await merchant.api.create({ name: "Kettle" });
  await merchant.api.create({ name: "Mug" });
  await merchant.opens("/upsells");
  await once(page, list, "GET", tooMany(3));
  await page.getByRole("searchbox").fill("mug");
  const banner = page.getByRole("status").filter({ hasText: "The request limit is reached." });
  await expect(banner).toContainText("Cartwright continues in 3 seconds.");
  await expect(banner).toContainText("Cartwright continues in 1 second.");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Mug")).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("a save that reaches the request limit is sent again by itself, and no entry is lost", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/429/);
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  const puts: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/checkout/")) puts.push(request.postDataJSON());
  });
  await once(page, `**/checkout/upsells/${id}`, "PUT", tooMany(3));
  await page.getByLabel("Name").fill("Saved in the end");
  await page.getByRole("button", { name: "Save changes" }).click();
  const banner = page.getByRole("status").filter({ hasText: "The request limit is reached." });
  await expect(banner).toContainText("Cartwright continues in");
  await expect(page.getByLabel("Name")).toHaveValue("Saved in the end");
  await expect(toasts(page)).toContainText("Saved.");
  await expect(banner).toHaveCount(0);
  expect(puts).toEqual(Array(2).fill({ name: "Saved in the end" }));
  expect((await merchant.api.find(id))?.name).toBe("Saved in the end");
});

test("a 500 of the checkout service is shown with its message, its request ID and “Try again”", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/500/);
  await merchant.api.create({ name: "Mug" });
  await merchant.opens("/upsells");
  await page.route(list, (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": "desk_1234" },
      json: { error: { code: "server_error", message: "Something broke over there." } },
    }),
  );
  await page.getByRole("searchbox").fill("mug");
  const problem = page.getByRole("alert").filter({ hasText: "The request failed" });
  await expect(problem).toContainText("Something broke over there.");
  await expect(problem).toContainText("desk_1234");
  await expect(page.getByRole("heading", { name: "Upsells", level: 1 })).toBeVisible();
  await page.unroute(list);
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(rowOf(page, "Mug")).toBeVisible();
});

test("a rejected key leads to the connection settings, and a new key makes the list work again", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/502/, /400/);
  await merchant.api.create({ name: "Mug" });
  type Key = { id: string; name: string; service: string; mode: string };
  const keys = await admin<Key[]>("keys", "list", "--store", merchant.store);
  const ours = keys.find((key) => key.name === "Dashboard (checkout)" && key.mode === "sandbox");
  await admin("keys", "revoke", ours?.id ?? "");

  await merchant.opens("/upsells");
  await expect(page.getByRole("alert").filter({ hasText: "The stored key was rejected" })).toBeVisible();
  await page.getByRole("link", { name: "Open connection settings" }).click();
  const panel = page
    .locator("section", { has: page.getByRole("heading", { name: "Checkout optimization API" }) })
    .last();
  await panel.getByRole("button", { name: "Check connection" }).click();
  await expect(panel.getByRole("alert")).toContainText("rejected");

  const place = ["--store", merchant.store, "--mode", "sandbox", "--scopes", "all"];
  const { key } = await admin<{ key: string }>("keys", "create", ...place);
  await panel.getByRole("button", { name: "Replace key" }).click();
  await page.getByLabel("API key").fill("live_a_key_of_the_other_mode");
  await page.getByRole("button", { name: "Check key" }).click();
  await expect(page.getByLabel("API key")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Check key" }).click();
  await expect(page.getByText("The API accepted this key.")).toBeVisible();
  await page.getByRole("button", { name: "Store key" }).click();
  await expect(toasts(page)).toContainText("The new key was stored.");
  await expect(panel).toContainText(`test_…${key.slice(-4)}`);
  await page.getByRole("link", { name: "Upsells" }).click();
  await expect(rowOf(page, "Mug")).toBeVisible();
});

test("on a slow network a skeleton of the page appears at once, and the layout does not shift when the rows come", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.fillsSandbox();
  await merchant.opens();
  await page.evaluate(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift" });
  });
  await page.route("**/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.fallback();
  });
  const skeleton = page.locator("[data-skeleton=list]");
  await page.getByRole("link", { name: "Upsells", exact: true }).click();
  await expect(skeleton).toBeVisible({ timeout: 1_000 });
  const before = await skeleton.boundingBox();
  await expect(rowsOf(page)).toHaveCount(20);
  await expect(skeleton).toHaveCount(0);
  const after = await page.getByRole("table").boundingBox();
  const header = 48;
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0) - header)).toBeLessThan(6);
  expect(after?.x).toBeCloseTo((before?.x ?? 0) + 1, 0);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
});

test("while the next page is slow to come, the table keeps its rows and is marked as busy", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.fillsSandbox();
  await merchant.opens("/upsells");
  await page.route(list, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fallback();
  });
  const first = rowsOf(page).first().getByRole("link");
  const name = await first.textContent();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  await expect(first).toHaveText(name ?? "");
  await expect(first).not.toHaveText(name ?? "");
  await expect(page.getByRole("table")).not.toHaveAttribute("aria-busy", "true");
});

test("the first paint has the data, before any script has run", async ({ browser, page, merchant }) => {
  const { id, name } = await merchant.api.create();
  const state = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: state, baseURL: page.url() });
  const plain = await context.newPage();
  const open = (path: string) => plain.goto(new URL(merchant.base + path, process.env.CARTWRIGHT_ORIGIN).href);
  await open("/upsells");
  await expect(plain.getByRole("link", { name })).toBeVisible();
  await expect(plain.getByText("1–1 of 1")).toBeVisible();
  await open(`/upsells/${id}`);
  await expect(plain.getByLabel("Name")).toHaveValue(name);
  await open("");
  await expect(plain.getByRole("link", { name: /^1 offer not switched on/ })).toBeVisible();
  await open("/settings");
  await expect(plain.getByText("Cartwright’s built-in service on this server").first()).toBeVisible();
  await context.close();
});

test("an unknown address shows “Page not found” with a link to the store", async ({ page, merchant, complaints }) => {
  complaints.expect(/404/);
  await merchant.opens("/nothing-here");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your store" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("an item that does not exist says so and leads back to its list, from the palette and from its address", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/404|400/);
  const gone = page.getByRole("main").getByText("Not found");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link");
  const asked = async (name: string) => {
    await merchant.opens();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill("none_404");
    await page.getByRole("option", { name: `${name} none_404` }).click();
  };
  await test.step("an order, with the field for another ID", async () => {
    await asked("Look up the order");
    await expect(page.getByRole("heading", { name: "No order with the ID none_404" })).toBeVisible();
    await expect(crumbs.filter({ hasText: "Orders" })).toBeVisible();
  });
  for (const [name, list] of [
    ["Open the attributed order", "Attributed orders"],
    ["Open the payout", "Payouts"],
    ["Open the tracking link", "Links"],
    ["Open the affiliate", "Affiliates"],
  ] as const) {
    await test.step(name, async () => {
      await asked(name);
      await expect(gone).toBeVisible();
      await expect(crumbs.filter({ hasText: list })).toBeVisible();
    });
  }
  await test.step("a commission, beside the list", async () => {
    await asked("Open the commission");
    await expect(page.getByTestId("review-pane").getByText("Not found")).toBeVisible();
  });
  await test.step("an event, below the search field", async () => {
    await asked("Find the webhook event");
    await expect(page.getByRole("main")).toContainText("No event has “none_404”");
  });
  for (const path of ["upsells", "bundles", "experiments", "webhooks", "jobs", "settings/keys", "activity"]) {
    await test.step(path, async () => {
      await merchant.opens(`/${path}/404`);
      await expect(gone).toBeVisible();
      await expect(crumbs.first()).toBeVisible();
    });
  }
});

test("a page that could not be shown comes by itself once the database responds again", { tag: "@long" }, async ({
  page,
  context,
  complaints,
}) => {
  // React’s error 441 says that a server component failed.
  complaints.expect(/status of 50[03]|React error #441/);
  const app = await App.start();
  const database = new pg.Client(app.databaseUrl());
  try {
    await app.setUp("shop");
    await signIn(context, ownerOf("shop"), app);
    await database.connect();
    await page.goto(`${app.origin}/shop/live/settings`);
    await database.query("alter table desk.member rename to elsewhere");
    await page.getByRole("link", { name: "Bundles", exact: true }).click();
    const error = page.getByRole("alert").filter({ hasText: "This page could not be shown" });
    await expect(error).toContainText("Cartwright tries again by itself.");
    await database.query("alter table desk.elsewhere rename to member");
    await expect(page.getByRole("heading", { name: "Bundles", level: 1 })).toBeVisible();
    await expect(error).toHaveCount(0);
  } finally {
    await page.close();
    await database.end();
    await app.remove();
  }
});
