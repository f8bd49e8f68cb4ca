import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, type Merchant, rowsOf, test, toasts } from "./fixtures.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Every screen and state, and how a person comes there. */
const screens: Record<string, (merchant: Merchant, page: Page) => Promise<unknown>> = {
  "sign-in": async (merchant, page) => {
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Enter your email.")).toBeVisible();
    return merchant;
  },
  overview: async (merchant) => {
    await merchant.hasDemoShop();
    await merchant.opens("?range=7d");
  },
  "the overview of an empty store": (merchant) => merchant.opens(),
  "the list": async (merchant, page) => {
    await merchant.fillsSandbox();
    await merchant.opens("/upsells?status=active");
    await page
      .getByRole("checkbox", { name: /^Select / })
      .nth(1)
      .check();
  },
  "the empty list": (merchant) => merchant.opens("/upsells"),
  "the list without results": async (merchant) => {
    await merchant.api.create();
    await merchant.opens("/upsells?search=nothing");
  },
  "the list that failed": async (merchant, page) => {
    await merchant.api.create();
    await merchant.opens("/upsells");
    await page.route("**/checkout/upsells?*", (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("searchbox").fill("a");
    await expect(page.getByRole("alert").filter({ hasText: "This did not work" })).toBeVisible();
  },
  "asking before all that match are changed": async (merchant, page) => {
    await merchant.fillsSandbox();
    await merchant.opens("/upsells?status=active");
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await page.getByRole("button", { name: /^Select all .* that match$/ }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByTestId("frozen-filter")).toBeVisible();
  },
  "an import that was looked through": async (merchant, page) => {
    await merchant.api.create({ name: "Care kit" });
    await merchant.opens("/upsells/import");
    const lines = [
      "name;product_id;discount_type;discount_value;colour",
      "Care kit;kit;percentage;15;",
      "Wax;wax;percentage;150;red",
    ];
    await page.getByLabel("Or paste it").fill(lines.join("\n"));
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByTestId("dry-run")).toContainText("They would make a second one.");
  },
  products: async (merchant, page) => {
    await merchant.calls("PUT", "/remembered/product", {
      id: "prod_kit",
      name: "Care kit",
      price: "19.50",
      currency: "EUR",
    });
    await merchant.calls("PUT", "/remembered/product", { id: "gid://shop/Product/7712093341" });
    await merchant.opens("/upsells/products");
    await expect(rowsOf(page)).toHaveCount(2);
  },
  "a new offer": (merchant) => merchant.opens("/upsells/new"),
  "an offer": async (merchant, page) => {
    const { id } = await merchant.api.create();
    await merchant.opens(`/upsells/${id}`);
    await page.getByLabel("Value").fill("20");
  },
  "an offer with errors": async (merchant, page) => {
    await merchant.opens("/upsells/new");
    await page.getByRole("button", { name: "Create offer" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toBeVisible();
  },
  bundles: async (merchant) => {
    await merchant.api.createBundle();
    await merchant.opens("/bundles");
    await expect(merchant.page.getByRole("row")).toHaveCount(2);
  },
  "a new bundle with errors": async (merchant, page) => {
    await merchant.opens("/bundles/new");
    await page.getByRole("radio", { name: "Build a box" }).check();
    await page.getByRole("button", { name: "Create bundle" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toBeVisible();
  },
  "a bundle and what it costs": async (merchant, page) => {
    const { id } = await merchant.api.createBundle();
    await merchant.opens(`/bundles/${id}`);
    await expect(page.getByTestId("ledger")).toContainText("not known here");
  },
  experiments: async (merchant, page) => {
    await merchant.hasDemoShop();
    await merchant.opens("/experiments");
    await expect(rowsOf(page).filter({ hasText: "Split is broken" })).toHaveCount(1);
  },
  "an experiment": async (merchant, page) => {
    await merchant.hasDemoShop();
    await merchant.opens("/experiments/exp_demo5");
    await expect(page.getByTestId("forest")).toBeVisible();
    await page.getByRole("button", { name: "Change split" }).click();
    await page.getByText("All rules, in their order").click();
  },
  "orders, and one of them": async (merchant, page) => {
    await merchant.hasDemoShop();
    await merchant.opens("/orders");
    await rowsOf(page).filter({ hasText: "variant" }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  },
  "no such order": async (merchant, page) => {
    await merchant.opens("/orders/nobody");
    await expect(page.getByRole("heading", { name: /^No order with the id/ })).toBeVisible();
  },
  analytics: async (merchant, page) => {
    await merchant.hasDemoShop();
    await merchant.hasHistory(28);
    await merchant.opens(
      "/analytics?compare=year&range=custom&from=2026-10-30&to=2026-11-12&report=revenue_attribution",
    );
    await expect(page.locator(".recharts-line-curve").last()).toBeVisible();
  },
  "analytics of an empty store": (merchant) => merchant.opens("/analytics?report=conversion_funnel"),
  settings: (merchant) => merchant.opens("/settings"),
  "service settings": async (merchant, page) => {
    await merchant.opens("/settings/service");
    await page.getByLabel("Most offers in one checkout").fill("many");
    await page.getByRole("button", { name: "Save settings" }).click();
  },
  "the dialog for a key": async (merchant, page) => {
    await merchant.opens("/settings");
    await page.getByRole("button", { name: "Replace key" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the palette": async (merchant, page) => {
    await merchant.opens();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  },
  "the list of keys": async (merchant, page) => {
    await merchant.opens();
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  },
  "a row's menu": async (merchant, page) => {
    const { name } = await merchant.api.create();
    await merchant.opens("/upsells");
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  "a deletion that counts down": async (merchant, page) => {
    for (const name of ["A", "B"]) await merchant.api.create({ name });
    await merchant.opens("/upsells");
    await page.getByRole("button", { name: "Actions for A" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    // The countdown waits for whoever is at it.
    await expect(toasts(page)).toBeVisible();
    await page.keyboard.press("F8");
    await expect(rowsOf(page)).toHaveCount(1);
  },
};

// Four passes of axe over a long list take their time where the machine is busy.
test.describe.configure({ timeout: 120_000 });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 360, height: 740 };

for (const [name, arrive] of Object.entries(screens)) {
  test(`${name} is free of barriers`, async ({ page, merchant, complaints }, info) => {
    complaints.expect(/status of (404|500)/);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await arrive(merchant, page);
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await painted(page);
        const shown = `${name} at ${size.width} in ${colorScheme}`;
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${shown}.png` });
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze();
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => ({ id, target, why: any[0]?.message })),
        );
        expect.soft(found, shown).toEqual([]);
      }
      expect.soft(await smallTargets(page), `targets of ${name} at ${size.width}`).toEqual([]);
    }
    await page.setViewportSize(narrowest);
    expect.soft(await sideways(page), `${name} at 360 scrolls sideways by`).toBe(0);
    expect(info.errors).toEqual([]);
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

/** A change of theme runs down the tree in steps. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 8; frame++) await new Promise(requestAnimationFrame);
  });
}

function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Whatever can be pressed answers a dozen pixels around its middle, unless it is a link within a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What lies under a dialog or an open menu is no target until that is closed.
    const above = "dialog:modal, [popover]:popover-open:has([role^=menuitem])";
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
