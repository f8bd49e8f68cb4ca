import { expect, type Merchant, type Page, rowsOf, test } from "./fixtures.ts";
import { paysFromPreview } from "./program.ts";

async function filtersBy(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
  const box = page.getByRole("dialog", { name, exact: true });
  await box.getByRole("checkbox", { name: value, exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
}

async function filtersSince(page: Page, name: string, day: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
  const box = page.getByRole("dialog", { name, exact: true });
  await box.locator("input").first().fill(day);
  await box.getByRole("button", { name: "Apply" }).click();
}

const sortsBy = (page: Page, column: string) =>
  page.getByRole("columnheader", { name: column }).getByRole("button", { name: column, exact: true }).click();

async function hides(page: Page, column: string): Promise<void> {
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: column, exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: column, exact: true })).toHaveCount(0);
}

/** Waits for the address, as a person does who clicks once more. */
async function choosesFigure(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/figure=/);
}

/** The radio button itself is invisible, so its label is clicked. */
const picks = (page: Page, name: string) =>
  page
    .locator("label")
    .filter({ has: page.getByRole("radio", { name, exact: true }) })
    .click();

const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" }).last();
const shows = (page: Page, rows: number) => pages(page).getByRole("combobox").selectOption(String(rows));
const turns = (page: Page) => pages(page).getByLabel("Next page").click();
const searches = (page: Page, text: string) => page.getByRole("searchbox").first().fill(text);
const opensTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

type View = {
  name: string;
  path: string | ((merchant: Merchant) => Promise<string>);
  sets: (page: Page) => Promise<unknown>;
  /** The expected query of the address; “…” stands for any value. */
  says: string;
};

const ofProgram: View[] = [
  {
    name: "affiliates",
    path: "/affiliates",
    async sets(page) {
      await filtersBy(page, "Status", "Active");
      await sortsBy(page, "Owed");
      await shows(page, 50);
      await hides(page, "Email");
      await turns(page);
    },
    says: "status=active&sort=unpaid_balance&per_page=50&hide=email&page=2",
  },
  {
    name: "an affiliate's tab",
    path: async (merchant) => {
      await merchant.opens("/affiliates?sort=total_orders");
      return (await hrefOf(rowsOf(merchant.page).first())).slice(merchant.base.length);
    },
    async sets(page) {
      await opensTab(page, "Orders");
      await turns(page);
      await hides(page, "Attributed by");
    },
    says: "tab=orders&page=2&hide=method",
  },
  {
    name: "affiliate orders",
    path: "/affiliate-orders",
    async sets(page) {
      await filtersBy(page, "Attribution", "No affiliate");
      await sortsBy(page, "Total");
      await turns(page);
    },
    says: "attributed=false&sort=total&page=2",
  },
  {
    name: "commissions and the one that is open",
    path: "/commissions",
    async sets(page) {
      await filtersBy(page, "Flags", "With flags");
      await filtersBy(page, "Type", "Sale");
      await sortsBy(page, "Commission");
      await rowsOf(page).nth(2).getByRole("link").click();
      await expect(page).toHaveURL(/id=/);
    },
    says: "flagged=true&type=sale&sort=amount&order=desc&id=…",
  },
  {
    name: "links",
    path: "/links",
    async sets(page) {
      await filtersBy(page, "Status", "Active");
      await sortsBy(page, "Clicks");
      await turns(page);
    },
    says: "status=active&sort=clicks&page=2",
  },
  {
    name: "performance",
    path: "/affiliate-analytics",
    async sets(page) {
      await picks(page, "90 days");
      await page.getByLabel("Compare with").selectOption("Previous year");
      await choosesFigure(page, "Orders per click");
      await opensTab(page, "Products");
      await sortsBy(page, "Orders");
    },
    says: "range=90d&compare=year&figure=conversion_rate&report=products&sort=orders",
  },
];

const ofPayouts: View[] = [
  {
    name: "payouts",
    path: "/payouts",
    async sets(page) {
      await filtersBy(page, "Status", "Paid");
      await filtersSince(page, "Created since", daysAgo(200));
      await sortsBy(page, "Amount");
      await turns(page);
    },
    says: `status=paid&since=${daysAgo(200)}&sort=amount&page=2`,
  },
  {
    name: "payouts that were requested here",
    path: "/payouts",
    async sets(page) {
      await page.getByRole("link", { name: "Batches" }).click();
      await expect(rowsOf(page).first()).toContainText("Recorded, not yet sent to the bank");
      await filtersBy(page, "Status", "Made");
      await shows(page, 50);
    },
    says: "view=ours&state=made&per_page=50",
  },
  {
    name: "a new payout",
    path: "/payouts/new",
    async sets(page) {
      await opensTab(page, "Left out");
      await hides(page, "Earned");
    },
    says: "part=excluded&hide=earned",
  },
];

const ofCheckout: View[] = [
  {
    name: "upsells",
    path: "/upsells",
    async sets(page) {
      await searches(page, "e");
      await filtersBy(page, "Status", "Active");
      await sortsBy(page, "Offer");
      await hides(page, "Discount");
    },
    says: "search=e&status=active&sort=name&order=asc&hide=discount_value",
  },
  {
    name: "an offer as a shopper sees it",
    path: "/upsells/ups_demo001",
    async sets(page) {
      await picks(page, "Desktop");
      await page.getByLabel("Language", { exact: true }).selectOption({ value: "de" });
    },
    says: "device=desktop&language=de",
  },
  {
    name: "products",
    path: "/upsells/products",
    async sets(page) {
      await searches(page, "prod");
      await hides(page, "Changed");
    },
    says: "search=prod&hide=last_seen",
  },
  {
    name: "bundles",
    path: "/bundles",
    async sets(page) {
      await filtersBy(page, "Type", "Fixed");
      await sortsBy(page, "Bundle");
    },
    says: "type=fixed&sort=name&order=asc",
  },
  {
    name: "experiments",
    path: "/experiments",
    async sets(page) {
      await filtersBy(page, "Status", "Running");
      await sortsBy(page, "Lift");
    },
    says: "status=running&sort=lift",
  },
  {
    name: "an experiment's variant over time",
    path: "/experiments/exp_demo5",
    async sets(page) {
      await page.getByText("For the statistician").click();
      await page.getByRole("combobox", { name: "Variant" }).selectOption({ index: 1 });
    },
    says: "arm=…",
  },
  {
    name: "orders",
    path: "/orders",
    async sets(page) {
      await filtersBy(page, "Confirmation", "Confirmed");
      await sortsBy(page, "Total");
      await shows(page, 50);
      await hides(page, "Variant");
      await turns(page);
    },
    says: "confirmed=true&sort=total&per_page=50&hide=variant&page=2",
  },
  {
    name: "analytics with dates of one's own",
    path: "/analytics",
    async sets(page) {
      await picks(page, "Custom");
      await expect(page).toHaveURL(/range=custom/);
      const to = page.getByRole("group", { name: "Period," }).getByLabel("to").last();
      // The fields take the dates of the address once more when its figures arrive.
      await expect(async () => {
        await to.fill(daysAgo(3));
        await to.press("Enter");
        await expect(page).toHaveURL(new RegExp(`to=${daysAgo(3)}`), { timeout: 2_000 });
      }).toPass();
      await page.getByLabel("Compare with").selectOption("No comparison");
      await choosesFigure(page, "Average order value");
      await opensTab(page, "Bundles");
      await sortsBy(page, "Revenue");
    },
    says: `range=custom&from=…&to=${daysAgo(3)}&compare=none&figure=average&report=bundle_performance&sort=…`,
  },
];

const ofOperation: View[] = [
  {
    name: "webhooks",
    path: "/webhooks",
    sets: (page) => hides(page, "p95"),
    says: "hide=p95_ms",
  },
  {
    name: "deliveries",
    path: async (merchant) => {
      await merchant.opens("/webhooks");
      return (await hrefOf(rowsOf(merchant.page).first())).slice(merchant.base.length);
    },
    async sets(page) {
      await filtersBy(page, "Status", "Delivered");
      await hides(page, "Duration");
      await turns(page);
    },
    says: "status=delivered&hide=duration&page=2",
  },
  {
    name: "activity",
    path: "/activity",
    async sets(page) {
      await filtersBy(page, "Outcome", "Done");
      await filtersBy(page, "Category", "Background jobs");
      await hides(page, "Mode");
    },
    says: "outcome=ok&what=jobs&hide=mode",
  },
  {
    name: "jobs",
    path: "/jobs",
    async sets(page) {
      await filtersBy(page, "Status", "Done");
      await hides(page, "Started by");
    },
    says: "state=done&hide=created_by",
  },
];

// Calls to each service are limited per minute, so a shop has a part for one and then a part for the other.
const parts = {
  "affiliates and offers": [...ofProgram, ...ofCheckout],
  "payouts and operation": [...ofPayouts, ...ofOperation],
};

for (const [part, views] of Object.entries(parts)) {
  test(`a copied address opens the same view: ${part}`, { tag: "@long" }, async ({ merchant }) => {
    await merchant.hasDemoShop({ small: true });
    if (part === "payouts and operation") {
      await paysFromPreview(merchant, 3);
      await merchant.hasJob();
    }
    const { page } = merchant;
    const { page: copy } = await merchant.as("owner");
    for (const { name, path, sets, says } of views) {
      await test.step(name, async () => {
        await merchant.opens(typeof path === "string" ? path : await path(merchant));
        const before = await seen(page);
        await sets(page);
        await expect.poll(() => saidOf(page, says)).toEqual(wordsOf(says));
        await copy.goto(page.url());
        await expect(async () => expect(await seen(copy)).toBe(await seen(page))).toPass();
        expect(await seen(page)).not.toBe(before);
        expect(copy.url()).toBe(page.url());
      });
    }
  });
}

/** The page as a screen reader tells it, without the queries of links: the breadcrumb remembers each tab's own list. */
async function seen(page: Page): Promise<string> {
  const told = await page.getByRole("main").ariaSnapshot();
  return told.replaceAll(/^( *- \/url: \/[^?\n]*)\?.*$/gm, "$1");
}

const hrefOf = async (row: ReturnType<typeof rowsOf>) =>
  (await row.getByRole("link").first().getAttribute("href")) ?? "";

const wordsOf = (says: string) => [...new URLSearchParams(says)].map(([key, value]) => `${key}=${value}`).sort();

function saidOf(page: Page, says: string): string[] {
  const any = new URLSearchParams(says);
  return [...new URL(page.url()).searchParams]
    .map(([key, value]) => `${key}=${any.get(key) === "…" ? "…" : value}`)
    .sort();
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
