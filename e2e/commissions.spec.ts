import type { BrowserContext } from "@playwright/test";
import { barriers, painted } from "./barriers.ts";
import { expect, type Page, ready, rowsOf, signIn, test, toasts, waitsLonger } from "./fixtures.ts";
import { App, ownerOf } from "./processes.ts";
import { SecondUpstream } from "./second-upstream/server.ts";
import type { Store } from "./second-upstream/store.ts";

// The review queue over another affiliate service, which counts each decision. Its limits are wide, so that only the speed of
// the person matters.

test.describe.configure({ mode: "serial" });

let upstream: SecondUpstream;
let app: App;
const limits = "400,20000,200000";
/** `REVIEWED=200` tests a typical Monday. */
const many = Number(process.env.REVIEWED ?? 25);
/** `MATCHING=1240` tests a typical quarter. */
const count = Number(process.env.MATCHING ?? 64);
const counted = (part: number) => part.toLocaleString("en");

test.beforeAll(async () => {
  upstream = await SecondUpstream.start();
  app = await App.start({ ...upstream.settings, AFFILIATE_API_LIMITS: limits });
});
test.afterAll(async () => {
  await app.remove();
  await upstream.stop();
});

async function open(id: string, count: number): Promise<Store> {
  await app.setUp(id);
  const key = `test_key_of_${id}`;
  const store = upstream.control.addKey(key, { store: id });
  const { call } = await app.signIn(ownerOf(id));
  const connected = await call("PUT", `/api/${id}/sandbox/desk/connections/affiliate`, { body: { key } });
  expect(connected.status, connected.text).toBe(200);
  store.table("commissions").clear();
  for (let n = 1; n <= count; n++) {
    store.put("commissions", {
      id: 10_000 + n,
      affiliate_id: 11 + (n % 12),
      order_id: 5001 + (n % 30),
      amount: `${n}.00`,
      currency: n % 10 ? "EUR" : "USD",
      status: "pending",
      flags: n % 8 ? [] : ["self_referral"],
      created_at: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
    });
  }
  return store;
}

async function opens(context: BrowserContext, email: string): Promise<Page> {
  await signIn(context, email, app);
  return context.newPage();
}

async function openQueue(page: Page, id: string, search = ""): Promise<void> {
  await page.goto(`${app.origin}/${id}/sandbox/commissions${search}`);
  await ready(page);
  await expect(rowsOf(page).first()).toBeVisible();
}

const pane = (page: Page) => page.getByTestId("review-pane");
const said = (page: Page) => page.locator("[data-announce=polite]");
const current = (page: Page) => page.locator("tr[aria-current=true]");
const total = (page: Page) => page.getByRole("navigation", { name: "Pages" });
function deeds(store: Store): Map<string, string[]> {
  const decided = store.effects.filter(({ resource }) => resource === "commissions");
  const byId = Map.groupBy(decided, ({ id }) => id);
  return new Map([...byId].map(([id, effects]) => [id, effects.map(({ action }) => action)]));
}

test(`${many} commissions are reviewed by keyboard alone, none is lost or decided twice, and a decision can be undone until it is sent`, {
  tag: "@long",
}, async ({ context }) => {
  const store = await open("keys", many);
  const page = await opens(context, ownerOf("keys"));
  await openQueue(page, "keys");
  await expect(total(page)).toContainText(`of ${many}`);

  await test.step("a decision is undone after seven seconds", async () => {
    await page.keyboard.press("a");
    await expect(current(page)).toHaveAttribute("data-row", "10002");
    await expect(said(page)).toContainText(`${many - 1} left`);
    await expect(total(page)).toContainText(`of ${many - 1}`);
    await page.waitForTimeout(6_600);
    await page.keyboard.press("u");
    await expect(said(page)).toContainText("pending again");
    await expect(current(page)).toHaveAttribute("data-row", "10001");
    await expect(total(page)).toContainText(`of ${many}`);
    expect(deeds(store).size).toBe(0);
  });

  await test.step("a decision that was sent cannot be undone", async () => {
    await page.keyboard.press("a");
    await expect.poll(() => deeds(store).get("10001")).toEqual(["approved"]);
    await page.keyboard.press("u");
    await expect(said(page)).toContainText("has already been sent and cannot be undone");
    expect(deeds(store).get("10001")).toEqual(["approved"]);
  });

  await test.step("a rejection for another reason asks for a note", async () => {
    await page.keyboard.press("r");
    await page.keyboard.press("0");
    await page.getByLabel("Note").fill("Ordered for a friend");
    await page.keyboard.press("Enter");
    await expect(said(page)).toContainText("Another reason");
    await expect(current(page)).toHaveAttribute("data-row", "10003");
  });

  await test.step("the other commissions are decided as fast as keys are pressed", async () => {
    const began = Date.now();
    for (let n = 3; n <= many; n++) {
      // The very next one is current, although the list shrinks and its further pages come later.
      await expect(current(page)).toHaveAttribute("data-row", String(10_000 + n));
      if (n % 5 > 0) await page.keyboard.press("a");
      else for (const key of ["r", String(n % 9 || 9)]) await page.keyboard.press(key);
    }
    const seconds = (Date.now() - began) / 1000;
    console.log(`${many - 2} decisions in ${seconds.toFixed(1)} s, ${((many - 2) / seconds).toFixed(1)} a second`);
    await expect(page.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  });

  await test.step("decisions are still sent, and shown, after the queue was left", async () => {
    await page.goto(`${app.origin}/keys/sandbox/jobs`);
    await expect(page.getByRole("link", { name: /decisions? (waiting|being sent)/ })).toBeVisible();
  });

  await expect.poll(() => deeds(store).size, { timeout: 90_000 }).toBe(many);
  // No further decision may be sent.
  await page.waitForTimeout(1_500);
  for (let n = 1; n <= many; n++) {
    const id = String(10_000 + n);
    const expected = n === 2 || (n > 2 && n % 5 === 0) ? "rejected" : "approved";
    expect(deeds(store).get(id), id).toEqual([expected]);
  }
  expect(store.find("commissions", "10005").rejection_reason).toBe("paid_ads_violation");
  const sent = upstream.control.calls("PUT /commissions/:id/approve", "keys").length;
  expect(sent).toBe(many - 1 - Math.floor(many / 5));
});

test("two managers share a review queue, and an analyst is told why they cannot decide", { tag: "@long" }, async ({
  browser,
  context,
  complaints,
}) => {
  complaints.expect(/status of (403|409|422)/);
  const store = await open("two", 30);
  await app.addPerson("two", "affiliate_manager");
  await app.addPerson("two", "analyst");
  const page = await opens(context, ownerOf("two"));
  await waitsLonger(page, 20);
  const theirs = await opens(await browser.newContext(), "affiliate_manager@two.test");
  const listening = theirs.waitForResponse((answer) => answer.url().includes("/desk/live?"));
  await openQueue(theirs, "two");
  await listening;
  await openQueue(page, "two");

  await test.step("a decision removes the commission from the colleague's list, and the open commission names who decides", async () => {
    await expect(current(theirs)).toHaveAttribute("data-row", "10001");
    await theirs
      .getByRole("row")
      .filter({ has: theirs.locator('[data-row-focus][href*="10001"]') })
      .getByRole("link")
      .click();
    await page.keyboard.press("a");
    await expect(theirs.locator('[data-row="10001"]')).toHaveCount(0);
    await expect(pane(theirs)).toContainText("is approving this commission");
    await expect(total(theirs)).toContainText("of 29");
    await theirs.keyboard.press("a");
    await expect(said(theirs)).toContainText("is approving this commission");
    await expect(pane(theirs)).toContainText("This commission was approved in the meantime");
    await theirs.keyboard.press("j");
    await expect(current(theirs)).toHaveAttribute("data-row", "10002");
  });

  await test.step("a commission that was already rejected in the affiliate service is reported and not sent again", async () => {
    store.put("commissions", { ...store.find("commissions", "10002"), status: "rejected" });
    await theirs.keyboard.press("a");
    await expect(toasts(theirs)).toContainText("Commission is rejected");
    expect(deeds(store).get("10002")).toBeUndefined();
    await expect(theirs.locator('[data-row="10002"]')).toHaveCount(0);
  });

  await test.step("an analyst is told why they cannot approve", async () => {
    const looking = await opens(await browser.newContext(), "analyst@two.test");
    await openQueue(looking, "two");
    const approve = pane(looking).getByRole("button", { name: "Approve" });
    await expect(approve).toHaveAttribute("aria-disabled", "true");
    await expect(approve).toHaveAccessibleDescription(/Your role, Analyst, can view commissions/);
    await expect(looking.getByRole("checkbox")).toHaveCount(0);
    await looking.keyboard.press("a");
    await expect(said(looking)).toContainText("can view commissions");
    expect(upstream.control.calls("PUT *", "two").length).toBe(deeds(store).size + 1);
  });

  await test.step("the queue has no accessibility errors, wide or narrow", async () => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await openQueue(page, "two", width === 390 ? "?id=10004" : "");
      await painted(page);
      expect(await barriers(page), `${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await painted(page);
    expect(await barriers(page, "colours")).toEqual([]);
    await expect(page.getByRole("dialog").getByRole("button", { name: "Approve" })).toBeVisible();
  });
});

test("all matching commissions are approved by a background job that survives a closed tab and a killed server", {
  tag: "@long",
}, async ({ context, complaints }) => {
  test.setTimeout(180_000 + 400 * count);
  complaints.expect(/ERR_CONNECTION|Failed to (load|fetch)|status of 50/);
  const store = await open("bulk", count);
  const page = await opens(context, ownerOf("bulk"));
  await openQueue(page, "bulk");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await expect(bulk).toContainText("20 rows selected");
  await bulk.getByRole("button", { name: `Select all ${counted(count)} matching rows` }).click();
  await expect(bulk).toContainText(`All ${counted(count)} matching rows are selected.`);
  await page.keyboard.press("a");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`Approve ${counted(count)} commissions?`);
  await expect(dialog.getByTestId("frozen-filter")).toHaveText("Status: Pending");
  for (const fact of ["Total EUR", "Total USD", "Affiliates12", `With flags${counted(count / 8)}`])
    await expect(dialog).toContainText(fact);
  upstream.control.misbehave({ store: "bulk", on: "PUT *", fault: "slow", ms: 150, times: 10_000 });
  await dialog.getByRole("button", { name: `Approve ${counted(count)}` }).click();
  await expect(page.getByTestId("job-outcome")).toContainText("Approving");
  await expect.poll(() => deeds(store).size).toBeGreaterThan(30);
  await page.close();
  await app.kill();
  const before = deeds(store).size;
  expect(before).toBeLessThan(count);
  const last = (back: number) => String(10_000 + count - back);
  for (const id of [last(1), last(0)])
    store.put("commissions", { ...store.find("commissions", id), status: "approved" });
  store.put("commissions", { ...store.find("commissions", last(2)), status: "rejected" });
  await app.start();
  const again = await context.newPage();
  await openQueue(again, "bulk", "?status=all");
  await expect(again.getByTestId("job-outcome")).toContainText(
    `${counted(count - 3)} approved, 2 already approved, 1 failed.`,
    {
      timeout: 90_000 + 300 * count,
    },
  );
  await expect(again.getByRole("button", { name: "Retry 1" })).toBeVisible();
  expect(deeds(store).size).toBe(count - 3);
  for (const [id, actions] of deeds(store)) expect(actions, id).toEqual(["approved"]);
});
