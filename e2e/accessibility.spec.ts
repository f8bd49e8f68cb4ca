import type { Page } from "@playwright/test";
import { giveAuthenticator, named } from "./authenticator.ts";
import { barriers, painted } from "./barriers.ts";
import { expect, type Merchant, origin, rowsOf, test, toasts } from "./fixtures.ts";

// Every screen and every state of it, in both themes and at three widths, along a few ways through the product.

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 360, height: 740 };

/** Somebody at a screen, with an eye on it. */
class Visit {
  readonly merchant: Merchant;
  readonly page: Page;

  constructor(merchant: Merchant) {
    this.merchant = merchant;
    this.page = merchant.page;
    // Leaves what is not saved.
    this.page.on("dialog", (dialog) => dialog.accept());
  }

  /** Nothing may move by itself while the page comes. */
  async opens(path = ""): Promise<void> {
    await this.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await this.merchant.opens(path);
    await this.stands(path);
  }

  async stands(path: string): Promise<void> {
    await this.page.waitForLoadState("networkidle");
    const { width } = this.page.viewportSize() ?? wide;
    expect.soft(await shifts(this.page), `${path || "overview"} at ${width} moves while it comes`).toEqual([]);
  }

  async looksAt(state: string): Promise<void> {
    await test.step(state, async () => {
      for (const size of [wide, narrow]) {
        await this.page.setViewportSize(size);
        await this.page.evaluate(() => window.scrollTo(0, 0));
        for (const colorScheme of ["light", "dark"] as const) {
          await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await painted(this.page);
          const shown = `${state} at ${size.width} in ${colorScheme}`;
          if (process.env.PICTURES) await this.page.screenshot({ path: `${process.env.PICTURES}/${shown}.png` });
          // A theme changes nothing but colours, which are the same at each width.
          if (size === narrow && colorScheme === "dark") continue;
          const looksAt = size === narrow ? "the rest" : colorScheme === "dark" ? "colours" : "all";
          expect.soft(await barriers(this.page, looksAt), shown).toEqual([]);
        }
        expect.soft(await smallTargets(this.page), `targets of ${state} at ${size.width}`).toEqual([]);
      }
      await this.page.setViewportSize(narrowest);
      expect.soft(await sideways(this.page), `${state} at 360 scrolls sideways by`).toBe(0);
      await this.page.setViewportSize(wide);
    });
  }
}

/** Each is a way through states that follow from one another, in a store of its own. */
const ways: Record<string, (visit: Visit) => Promise<unknown>> = {
  "a full shop": async (visit) => {
    const { merchant, page } = visit;
    await merchant.hasDemoShop({ small: true });
    await visit.opens("?range=7d");
    await visit.looksAt("overview");
    await visit.opens("/orders");
    await expect(rowsOf(page).first()).toBeVisible();
    await visit.looksAt("orders");
    await rowsOf(page).filter({ hasText: "variant" }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
    await visit.looksAt("an order");
    await page.reload();
    await visit.stands("an order");
    await visit.opens("/payouts");
    await rowsOf(page).first().getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: /^Payout of/, level: 1 })).toBeVisible();
    await expect(page.getByText("Owed", { exact: true }).first()).toBeVisible();
    await visit.looksAt("a payout");
    await visit.opens("/payouts/new");
    await page.getByRole("button", { name: "See what would be paid" }).click();
    await expect(rowsOf(page).first()).toBeVisible({ timeout: 30_000 });
    await visit.looksAt("what would be paid");
    await visit.opens("/affiliates?status=active&sort=unpaid_balance&order=desc");
    await visit.looksAt("affiliates");
    await rowsOf(page).first().getByRole("link").first().click();
    await expect(page.getByTestId("performance")).toBeVisible();
    await visit.looksAt("an affiliate");
    await visit.opens("/affiliate-orders");
    await rowsOf(page).first().getByRole("link").first().click();
    await expect(page.getByRole("list", { name: "Why this affiliate" })).toBeVisible();
    await visit.looksAt("an attributed order");
    await visit.opens("/links");
    await visit.looksAt("links");
    await rowsOf(page).first().getByRole("link").first().click();
    await expect(page.getByTestId("link-url")).toBeVisible();
    await visit.looksAt("a link");
    await visit.opens("/affiliate-analytics");
    await expect(page.locator(".recharts-line-curve").last()).toBeVisible();
    await visit.looksAt("performance");
    await visit.opens("/experiments");
    await expect(rowsOf(page).filter({ hasText: "Split broken" })).toHaveCount(1);
    await visit.looksAt("experiments");
    await visit.opens("/experiments/exp_demo5");
    await expect(page.getByTestId("forest")).toBeVisible();
    await page.getByRole("button", { name: "Change split" }).click();
    await page.getByText("All rules, in order").click();
    await visit.looksAt("an experiment");
    await merchant.hasHistory(28);
    await visit.opens("/analytics?compare=year&range=7d&report=revenue_attribution");
    await expect(page.locator(".recharts-line-curve").last()).toBeVisible();
    await visit.looksAt("analytics");
    await visit.opens("/upsells?status=active");
    await page
      .getByRole("checkbox", { name: /^Select / })
      .nth(1)
      .check();
    await visit.looksAt("upsells, some chosen");
    const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
    await bulk.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await bulk.getByRole("button", { name: /^Select all .* matching rows$/ }).click();
    await bulk.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByTestId("frozen-filter")).toBeVisible();
    await visit.looksAt("asking before all that match are changed");
    await visit.opens("/bundles");
    await visit.looksAt("bundles");
  },

  "offers from none to one that goes": async (visit) => {
    const { merchant, page } = visit;
    await visit.opens("/upsells");
    await visit.looksAt("no upsells");
    await visit.opens("/upsells/new");
    await visit.looksAt("a new offer");
    await page.getByRole("button", { name: "Create offer" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toBeVisible();
    await visit.looksAt("a new offer with errors");
    const { id } = await merchant.api.create({ name: "A" });
    await merchant.api.create({ name: "B" });
    await visit.opens("/upsells/import");
    const lines = [
      "name;product_id;discount_type;discount_value;colour",
      "A;kit;percentage;15;",
      "W;w;percentage;150;red",
    ];
    await page.getByLabel("Or paste it").fill(lines.join("\n"));
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByTestId("dry-run")).toContainText("They would create a second one.");
    await visit.looksAt("an import that was looked through");
    const known = { id: "prod_kit", name: "Care kit", price: "19.50", currency: "EUR" };
    for (const thing of [known, { id: "gid://shop/Product/7712093341" }]) {
      await merchant.calls("PUT", "/remembered/product", thing);
    }
    await visit.opens("/upsells/products");
    await expect(rowsOf(page).filter({ hasText: "7712093341" })).toBeVisible();
    await visit.looksAt("products");
    await visit.opens(`/upsells/${id}`);
    await page.getByLabel("Value").fill("20");
    await visit.looksAt("an offer that was changed");
    await visit.opens("/upsells?search=nothing");
    await visit.looksAt("upsells without results");
    await visit.opens("/upsells");
    await page.getByRole("button", { name: "Actions for A" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await visit.looksAt("the menu of a row");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    // The countdown waits for whoever is at it.
    await expect(toasts(page)).toBeVisible();
    await page.keyboard.press("F8");
    await expect(rowsOf(page)).toHaveCount(1);
    await visit.looksAt("a deletion that counts down");
    await page.route("**/checkout/upsells?*", (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("searchbox").fill("a");
    await expect(page.getByRole("alert").filter({ hasText: "This did not work" })).toBeVisible();
    await visit.looksAt("upsells that failed");
  },

  "bundles, to make, to change and only to read; and jobs": async (visit) => {
    const { merchant, page } = visit;
    await visit.opens("/bundles");
    await visit.looksAt("no bundles");
    await visit.opens("/bundles/new");
    await page.getByRole("radio", { name: "Build a box" }).check();
    await page.getByRole("button", { name: "Create bundle" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toBeVisible();
    await visit.looksAt("a new bundle with errors");
    const { id, name } = await merchant.api.createBundle();
    await visit.opens(`/bundles/${id}`);
    await expect(page.getByTestId("ledger")).toContainText("not known here");
    await visit.looksAt("a bundle and what it costs");
    const analyst = new Visit(await merchant.as("analyst"));
    await analyst.opens(`/bundles/${id}`);
    await expect(analyst.page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(analyst.page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await analyst.looksAt("a bundle only to read");

    await visit.opens("/jobs");
    await visit.looksAt("no jobs");
    const { id: offer } = await merchant.api.create();
    const answer = await page.context().request.post(`${origin}/api${merchant.base}/desk/jobs`, {
      ...{ headers: { origin }, data: { kind: "enable_upsells", ids: [offer, "ups_none"] } },
    });
    const job = await answer.json();
    await visit.opens("/jobs");
    await expect(rowsOf(page)).toContainText("Done", { timeout: 15_000 });
    await visit.looksAt("jobs");
    await visit.opens("/activity");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(/rows? (are|is) unaltered/)).toBeVisible();
    await visit.looksAt("activity");
    const mark = page.getByRole("button", { name: "Explain “The chain”" });
    await mark.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "The chain" })).toBeFocused();
    await visit.looksAt("what a word means");
    await page.keyboard.press("Escape");
    await expect(mark).toBeFocused();
    await visit.opens("/help");
    await visit.looksAt("help");
    await visit.opens("/activity");
    await rowsOf(page).filter({ hasText: "Started a job" }).getByRole("link").click();
    await expect(page.getByRole("table", { name: "What changed" })).toBeVisible();
    await visit.looksAt("a deed");
    await visit.opens(`/jobs/${job.id}`);
    await expect(rowsOf(page)).toHaveCount(2);
    await visit.looksAt("a job");
  },

  "webhooks, from none to why a signature does not fit": async (visit) => {
    const { merchant, page } = visit;
    await visit.opens("/webhooks");
    await visit.looksAt("no endpoints");
    // Nobody listens there.
    const made = { url: "http://127.0.0.1:9/hooks", events: ["order.edited"], enabled: true };
    const { body } = await merchant.api.call<{ id: string }>("POST", "/webhooks", made);
    await merchant.api.call("POST", `/webhooks/${body.id}/test`, { event_type: "order.edited" });
    await merchant.hasFailures(body.id, 30);
    await visit.opens("/webhooks");
    await visit.looksAt("endpoints");
    await visit.opens(`/webhooks/${body.id}`);
    await visit.looksAt("an endpoint");
    await page.getByRole("button", { name: "Replay failed" }).click();
    await expect(page.getByText("30 × The receiver answered 500.")).toBeVisible();
    await visit.looksAt("what a replay would send");
    await visit.opens(`/webhooks/${body.id}?status=exhausted`);
    await rowsOf(page).last().getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Planned attempts" })).toBeVisible();
    await visit.looksAt("a delivery");
    await page.getByRole("link", { name: "Verify its signature" }).click();
    await page.getByLabel("Signing secret", { exact: true }).fill("whsec_another");
    await page.getByRole("button", { name: "Find out why" }).click();
    await expect(page.getByText("does not match").or(page.getByText("The header is missing.")).first()).toBeVisible();
    await visit.looksAt("a signature that does not fit");
    await visit.opens("/webhooks/find?search=evt_failed3");
    await visit.looksAt("an event that was found");
    await visit.opens("/webhooks/events");
    await visit.looksAt("events");
  },

  "an empty store and its settings, to the way out": async (visit) => {
    const { page } = visit;
    await visit.opens();
    await visit.looksAt("the overview of an empty store");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
    await visit.looksAt("the palette");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await visit.looksAt("the list of keys");
    await visit.opens("/orders");
    await visit.looksAt("no orders");
    await visit.opens("/analytics?report=conversion_funnel");
    await visit.looksAt("analytics of an empty store");
    await visit.opens("/orders/nobody");
    await expect(page.getByRole("heading", { name: /^No order with the ID/ })).toBeVisible();
    await visit.looksAt("no such order");
    await visit.opens("/settings/service");
    await visit.looksAt("service settings");
    await page.getByLabel("Maximum offers per checkout").fill("many");
    await page.getByRole("button", { name: "Save settings" }).click();
    await visit.looksAt("service settings with an error");
    await visit.opens("/settings");
    await visit.looksAt("settings");
    await page.getByRole("button", { name: "Replace key" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await visit.looksAt("the dialog for a key");
    await visit.opens("/settings/keys?new=true");
    await expect(page.getByRole("dialog", { name: "New API key for sandbox" })).toBeVisible();
    await visit.looksAt("the dialog that makes a key");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Check what it may do" }).first().click();
    await expect(page.getByText("Checked with harmless reads.")).toBeVisible();
    await visit.looksAt("API keys");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
    await visit.looksAt("one API key");
    await visit.opens("/settings/people");
    await page.getByRole("button", { name: "Invite person" }).click();
    await page.getByLabel("Email").fill("mia@shop.example");
    await visit.looksAt("the dialog for an invitation");
    await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
    const invited = new URL((await page.getByTestId("one-time-link").textContent()) ?? "").pathname;
    await visit.looksAt("a link that is shown once");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await visit.looksAt("people");
    await visit.opens("/settings/account");
    await visit.looksAt("one's own account");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(visit.merchant.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByTestId("totp-secret")).toBeVisible();
    await visit.looksAt("the dialog for two-factor sign-in");
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await visit.stands("sign-in");
    await page.goto(invited);
    await visit.looksAt("an invitation");
    await page.goto("/password");
    await visit.looksAt("the way to a new password");
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Enter your email.")).toBeVisible();
    await visit.looksAt("sign-in with errors");
    await page.goto(`${named}/sign-in`);
    await visit.stands("sign-in with passkeys");
    await giveAuthenticator(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Nothing came of it" })).toBeVisible();
    await visit.looksAt("sign-in with passkeys");
    await page.getByLabel("Email").fill(visit.merchant.email);
    await page.getByLabel("Password").fill(visit.merchant.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/live$/);
    await page.goto(`${named}${visit.merchant.base}/settings/account`);
    await visit.stands("one's own account with passkeys");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await visit.looksAt("the dialog for a passkey");
    await page.getByRole("dialog").getByLabel("Your password").fill(visit.merchant.password);
    await page.getByRole("dialog").getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Never used");
    await visit.looksAt("one's own account with passkeys");
  },
};

for (const [name, go] of Object.entries(ways)) {
  test(`${name}: no barriers, and nothing moves by itself`, async ({ merchant, complaints }) => {
    test.setTimeout(900_000);
    complaints.expect(/status of (404|500)/);
    await go(new Visit(merchant));
  });
}

test("with reduced motion nothing moves", async ({ page, merchant }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await merchant.api.create();
  await merchant.opens("/upsells");
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")].flatMap((element) => {
        const style = getComputedStyle(element);
        return [style.transitionDuration, style.animationDuration].map((time) => Number.parseFloat(time) || 0);
      }),
    ),
  );
  expect(longest).toBeLessThan(0.001);
});

/** What moved since the document began, and not because somebody had just pressed something. */
function shifts(page: Page): Promise<string[]> {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  return page.evaluate(async () => {
    const seen: Shift[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: "layout-shift", buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    observer.disconnect();
    const told = ({ node, previousRect: from, currentRect: to }: Source) =>
      `“${node?.textContent?.slice(0, 40)}” from ${from.x},${from.y} to ${to.x},${to.y}`;
    const own = seen.filter(({ hadRecentInput }) => !hadRecentInput);
    // A long table that is painted while its last rows come adjusts its columns by a hair.
    if (own.reduce((sum, { value }) => sum + value, 0) < 0.01) return [];
    return own.map(({ value, sources }) => `${value.toFixed(4)}: ${sources.map(told).join(" | ")}`);
  });
}

function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Whatever can be pressed answers a dozen pixels around its middle, unless it is a link within a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What lies under a dialog, an open box or an open menu is no target until that is closed.
    const above = "dialog:modal, [popover]:popover-open:is([role=dialog], :has([role^=menuitem]))";
    const top = [...document.querySelectorAll(above)].at(-1) ?? document;
    const wanted = "a[href], button, input, select, [role^=menuitem], [role=option]";
    const shown = [...top.querySelectorAll<HTMLElement>(wanted)].filter((element) => {
      const style = getComputedStyle(element);
      const inSentence = element.matches("p a, li a") && style.display === "inline";
      return (
        element.checkVisibility({ visibilityProperty: true }) && !inSentence && !element.matches(".sr-only, [inert] *")
      );
    });
    const small = shown.filter((element) => {
      element.scrollIntoView({ block: "center" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
      const hits = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (element.contains(hit) || hit.closest("label")?.control === element);
      };
      // What something else lies over cannot be measured here.
      return hits(0, 0) && !(hits(-11, 0) && hits(11, 0) && hits(0, -11) && hits(0, 11));
    });
    return small.map((element) => `${element.outerHTML.slice(0, 120)} ${element.offsetWidth}x${element.offsetHeight}`);
  });
}
