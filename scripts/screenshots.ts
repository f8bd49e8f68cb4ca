import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../lib/runtime/runtime.ts";
import { compareComponents, takeComponents } from "./screenshots/components.ts";
import { toWebp } from "./screenshots/webp.ts";
import { type DemoApp, demoStore, startDemoApp } from "./test/demo-app.ts";

const folder = join(projectDir, "docs/screens");
const base = `/${demoStore}/sandbox`;
const looks = [
  { suffix: "", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { suffix: "-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { suffix: "-phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;

type Screen = {
  name: string;
  title: string;
  about: string;
  path: string;
  /** True for the page that the first row of this list leads to. */
  row?: true;
};

const screens: Screen[] = [
  {
    name: "overview",
    title: "Overview",
    about:
      "The figures of the shop compared with the same weekdays of earlier weeks, and everything that is waiting for a decision.",
    path: "",
  },
  {
    name: "analytics",
    title: "Analytics",
    about:
      "The figures of a period, day by day, compared with another period, and the reports of the checkout service.",
    path: "/analytics",
  },
  {
    name: "upsells",
    title: "Upsells",
    about: "The list of offers, with search, filters, saved views and actions for several offers at once.",
    path: "/upsells",
  },
  {
    name: "upsell-editor",
    title: "An upsell",
    about: "The form of an offer, a preview, and how often the shop has shown the offer.",
    path: "/upsells/ups_demo001",
  },
  {
    name: "products",
    title: "Products",
    about: "The products that offers use, with the names and prices that the team has entered.",
    path: "/upsells/products",
  },
  {
    name: "bundles",
    title: "Bundles",
    about: "The list of bundles: products that cost less when they are bought together.",
    path: "/bundles",
  },
  {
    name: "bundle",
    title: "A bundle",
    about: "The products of a bundle, and its price calculated to the cent.",
    path: "/bundles",
    row: true,
  },
  {
    name: "experiments",
    title: "Experiments",
    about: "The list of experiments, each with its result so far and a verdict on whether the result can be trusted.",
    path: "/experiments",
  },
  {
    name: "experiment",
    title: "An experiment",
    about: "The verdict on an experiment, its chart, and what to do now. The statistics are one click away.",
    path: "/experiments/exp_demo5",
  },
  {
    name: "orders",
    title: "Orders",
    about: "The list of orders. An order can also be looked up by its ID, or by its ID in the shop.",
    path: "/orders",
  },
  {
    name: "order",
    title: "An order",
    about: "What the checkout service added to an order, and what has happened to the order since.",
    path: "/orders",
    row: true,
  },
  {
    name: "service-settings",
    title: "Service settings",
    about: "All settings that the checkout service returns, each with a field that fits its type.",
    path: "/settings/service",
  },
  {
    name: "affiliates",
    title: "Affiliates",
    about: "The list of affiliates, with the orders they brought and the amounts owed to them.",
    path: "/affiliates",
  },
  {
    name: "affiliate",
    title: "An affiliate",
    about: "The profile of an affiliate, and a ledger in which each figure opens the items it is the sum of.",
    path: "/affiliates",
    row: true,
  },
  {
    name: "affiliate-orders",
    title: "Attributed orders",
    about: "The list of orders that affiliates brought. The page of each order shows why it was attributed.",
    path: "/affiliate-orders",
  },
  {
    name: "commissions",
    title: "Commissions",
    about:
      "The review queue. A commission is approved or rejected with one key, and each decision can be undone for eight seconds.",
    path: "/commissions",
  },
  {
    name: "payouts",
    title: "Payouts",
    about: "The list of payouts, including payouts whose outcome is unknown.",
    path: "/payouts",
  },
  {
    name: "pay",
    title: "Paying",
    about:
      "The preview of payouts: the amounts to be paid, the reasons why a payout is blocked, and the commissions that are left out.",
    path: "/payouts/new",
  },
  {
    name: "links",
    title: "Links",
    about: "The list of tracking links, with their clicks, orders and revenue.",
    path: "/links",
  },
  {
    name: "performance",
    title: "Performance",
    about: "The results of the affiliate program by day, affiliate and product.",
    path: "/affiliate-analytics",
  },
  {
    name: "webhooks",
    title: "Webhooks",
    about: "The webhook endpoints, how they respond, and why deliveries to them failed.",
    path: "/webhooks",
  },
  {
    name: "webhook",
    title: "An endpoint",
    about: "The deliveries to an endpoint, each with its outcome.",
    path: "/webhooks",
    row: true,
  },
  {
    name: "activity",
    title: "Activity",
    about: "Every change made in Cartwright, with the earlier values.",
    path: "/activity",
  },
  {
    name: "jobs",
    title: "Background jobs",
    about:
      "Imports, exports and changes to many items. They continue after the page is closed, as fast as the API allows.",
    path: "/jobs",
  },
  {
    name: "settings",
    title: "Settings",
    about: "The addresses and keys of the two APIs, and whether their events arrive.",
    path: "/settings",
  },
  {
    name: "keys",
    title: "API keys",
    about:
      "The API keys of the store, with what each key may do, what it was used for, and which scopes it does not need.",
    path: "/settings/keys",
  },
  {
    name: "people",
    title: "People",
    about: "The members of the store, their roles, and open invitations.",
    path: "/settings/people",
  },
  {
    name: "account",
    title: "Your account",
    about: "Your password, two-factor sign-in, passkeys and sessions.",
    path: "/settings/account",
  },
  {
    name: "help",
    title: "Help",
    about: "Explanations of the terms on the screens. The question mark beside a term shows the same explanation.",
    path: "/help",
  },
];

async function take(app: DemoApp, screen: Screen): Promise<void> {
  const path = screen.row ? await app.firstRowOf(base + screen.path) : base + screen.path;
  for (const { suffix, ...look } of looks) {
    const context = await app.browser.newContext({ baseURL: app.origin, reducedMotion: "reduce", ...look });
    await app.signIn(context);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.waitForLoadState("networkidle");
    const file = `${screen.name}${suffix}.webp`;
    const picture = await toWebp(page, await page.screenshot());
    writeFileSync(join(folder, file), picture);
    await context.close();
    console.log(`docs/screens/${file}`.padEnd(48), `${Math.round(picture.length / 1000)} KB`);
  }
}

function toGallery(): string {
  const parts = screens.map(({ name, title, about }) => {
    const wide = `![${title}](screens/${name}.webp)`;
    const dark = `![${title}, dark](screens/${name}-dark.webp)`;
    const phone = `![${title} on a phone](screens/${name}-phone.webp)`;
    const row = (left: string, right: string, fill = " ") =>
      `| ${left.padEnd(dark.length, fill)} | ${right.padEnd(phone.length, fill)} |`;
    const others = [row("dark", "phone"), row("", "", "-"), row(dark, phone)].join("\n");
    return `## ${title}\n\n${about}\n\n${wide}\n\n${others}\n`;
  });
  return `# Screens\n\nPictures of the demo store in its sandbox. \`npm run screenshots\` takes the pictures again and writes this page.\n\n${parts.join("\n")}`;
}

async function takeScreens(): Promise<void> {
  const app = await startDemoApp();
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    const context = await app.browser.newContext({ baseURL: app.origin });
    await app.signIn(context);
    await context.request.put(`${app.origin}/api${base}/desk/personal/dismissed`, {
      headers: { origin: app.origin },
      data: { id: "checklist" },
    });
    await context.close();
    await app.finishesJob();
    for (const screen of screens) await take(app, screen);
    writeFileSync(join(projectDir, "docs/screens.md"), toGallery());
  } finally {
    await app.stop();
  }
}

const [what] = process.argv.slice(2);
if (what === "compare") await compareComponents();
else {
  if (what !== "components") await takeScreens();
  await takeComponents();
}
