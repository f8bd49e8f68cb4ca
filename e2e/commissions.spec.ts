import type { BrowserContext } from "@playwright/test";
import { expect, type Page, ready, rowsOf, test } from "./fixtures.ts";
import { App, ownerOf, password } from "./processes.ts";
import { SecondUpstream } from "./second-upstream/server.ts";
import type { Store } from "./second-upstream/store.ts";

// The review queue over somebody else's API, which counts whatever is done to each commission. Its limits are wide: how fast
// a person decides is the question here.

test.describe.configure({ mode: "serial" });

let upstream: SecondUpstream;
let app: App;
const limits = "400,20000,200000";

test.beforeAll(async () => {
  test.setTimeout(120_000);
  upstream = await SecondUpstream.start();
  app = await App.start({ ...upstream.settings, AFFILIATE_API_LIMITS: limits });
});
test.afterAll(async () => {
  await app.remove();
  await upstream.stop();
});

/** A store with so many pending commissions and no others, oldest first by their number. */
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
      ...{ id: 10_000 + n, affiliate_id: 11 + (n % 12), order_id: 5001 + (n % 30), amount: `${n}.00` },
      ...{ currency: n % 10 ? "EUR" : "USD", status: "pending", flags: n % 8 ? [] : ["self_referral"] },
      created_at: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
    });
  }
  return store;
}

async function signIn(context: BrowserContext, email: string): Promise<Page> {
  const { origin } = app;
  const answer = await context.request.post(`${origin}/api/auth/sign-in/email`, {
    ...{ headers: { origin }, data: { email, password } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return context.newPage();
}

async function openQueue(page: Page, id: string, search = ""): Promise<void> {
  await page.goto(`${app.origin}/${id}/sandbox/commissions${search}`);
  await ready(page);
  await expect(rowsOf(page).first()).toBeVisible();
}

const said = (page: Page) => page.locator("[data-announce=polite]");
const current = (page: Page) => page.locator("tr[aria-current=true]");
const total = (page: Page) => page.getByRole("navigation", { name: "Pages" });
/** How often each of them was decided over there. */
function deeds(store: Store): Map<string, string[]> {
  const decided = store.effects.filter(({ resource }) => resource === "commissions");
  const byId = Map.groupBy(decided, ({ id }) => id);
  return new Map([...byId].map(([id, effects]) => [id, effects.map(({ action }) => action)]));
}

test("200 commissions are reviewed by keys alone: none is lost or decided twice, and undo works for as long as it says", async ({
  context,
}) => {
  test.setTimeout(240_000);
  const store = await open("keys", 200);
  const page = await signIn(context, ownerOf("keys"));
  await openQueue(page, "keys");
  await expect(total(page)).toContainText("of 200");

  await test.step("undo works at seven seconds", async () => {
    await page.keyboard.press("a");
    await expect(current(page)).toHaveAttribute("data-row", "10002");
    await expect(said(page)).toContainText("199 left");
    await expect(total(page)).toContainText("of 199");
    await page.waitForTimeout(6_600);
    await page.keyboard.press("u");
    await expect(said(page)).toContainText("pending again");
    await expect(current(page)).toHaveAttribute("data-row", "10001");
    await expect(total(page)).toContainText("of 200");
    expect(deeds(store).size).toBe(0);
  });

  await test.step("and is refused after", async () => {
    await page.keyboard.press("a");
    await expect.poll(() => deeds(store).get("10001"), { timeout: 20_000 }).toEqual(["approved"]);
    await page.keyboard.press("u");
    await expect(said(page)).toContainText("Too late to undo");
    expect(deeds(store).get("10001")).toEqual(["approved"]);
  });

  await test.step("a reason that needs words asks for them", async () => {
    await page.keyboard.press("r");
    await page.keyboard.press("0");
    await page.getByLabel("Note").fill("Ordered for a friend");
    await page.keyboard.press("Enter");
    await expect(said(page)).toContainText("Another reason");
    await expect(current(page)).toHaveAttribute("data-row", "10003");
  });

  await test.step("all others, as fast as keys go", async () => {
    const began = Date.now();
    for (let n = 3; n <= 200; n++) {
      // The row that comes next is there, or comes from a page behind.
      await expect(current(page)).toHaveAttribute("data-row", String(10_000 + n));
      if (n % 5 > 0) await page.keyboard.press("a");
      else for (const key of ["r", String(n % 9 || 9)]) await page.keyboard.press(key);
    }
    const seconds = (Date.now() - began) / 1000;
    console.log(`198 decisions in ${seconds.toFixed(1)} s, ${(198 / seconds).toFixed(1)} a second`);
    await expect(page.getByRole("heading", { name: "Nothing waits for review" })).toBeVisible();
  });

  await test.step("away from the queue they go on, and are told of", async () => {
    await page.goto(`${app.origin}/keys/sandbox/jobs`);
    await expect(page.getByRole("link", { name: /decisions? (waits?|(is|are) being sent)/ })).toBeVisible();
  });

  await expect.poll(() => deeds(store).size, { timeout: 90_000 }).toBe(200);
  // Nothing may come after.
  await page.waitForTimeout(1_500);
  for (let n = 1; n <= 200; n++) {
    const id = String(10_000 + n);
    const expected = n === 2 || (n > 2 && n % 5 === 0) ? "rejected" : "approved";
    expect(deeds(store).get(id), id).toEqual([expected]);
  }
  expect(store.find("commissions", "10005").rejection_reason).toBe("paid_ads_violation");
  const sent = upstream.control.calls("PUT /commissions/:id/approve", "keys").length;
  expect(sent).toBe(159);
});
