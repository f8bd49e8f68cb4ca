import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoApp, demoStore, startDemoApp } from "./demo-app.ts";
import { projectDir } from "./runtime.ts";
import { compareComponents, takeComponents } from "./screenshots/components.ts";
import { toIndexedPng } from "./screenshots/indexed-png.ts";

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
    about: "How it goes beside the same weekdays before, and what waits for a decision.",
    path: "",
  },
  {
    name: "analytics",
    title: "Analytics",
    about: "Any period beside another, day by day, with the reports that the API gives.",
    path: "/analytics",
  },
  {
    name: "upsells",
    title: "Upsells",
    about: "Offers, with search, filters, views and actions for many.",
    path: "/upsells",
  },
  {
    name: "upsell-editor",
    title: "An upsell",
    about: "The form, a preview, and how often the shop has shown the offer.",
    path: "/upsells/ups_demo001",
  },
  {
    name: "products",
    title: "Products",
    about: "What the offers name, with the names and prices that the team gives them.",
    path: "/upsells/products",
  },
  {
    name: "bundles",
    title: "Bundles",
    about: "Products that cost less together.",
    path: "/bundles",
  },
  {
    name: "bundle",
    title: "A bundle",
    about: "What is in it, and what it costs to the cent.",
    path: "/bundles",
    row: true,
  },
  {
    name: "experiments",
    title: "Experiments",
    about: "What each says so far, and whether to believe it.",
    path: "/experiments",
  },
  {
    name: "experiment",
    title: "An experiment",
    about: "The verdict, its chart, and what to do now. The statistics are one click away.",
    path: "/experiments/exp_demo5",
  },
  {
    name: "orders",
    title: "Orders",
    about: "Looked up by either id, or found in the list.",
    path: "/orders",
  },
  {
    name: "order",
    title: "An order",
    about: "What the service did for it, and what happened since.",
    path: "/orders",
    row: true,
  },
  {
    name: "service-settings",
    title: "Service settings",
    about: "Every setting that the API returns, by its type.",
    path: "/settings/service",
  },
  {
    name: "affiliates",
    title: "Affiliates",
    about: "Who brings customers, what they brought and what they are owed.",
    path: "/affiliates",
  },
  {
    name: "affiliate",
    title: "An affiliate",
    about: "The profile, and a ledger whose every figure opens its records.",
    path: "/affiliates",
    row: true,
  },
  {
    name: "affiliate-orders",
    title: "Attributed orders",
    about: "Whose each order is, and why.",
    path: "/affiliate-orders",
  },
  {
    name: "commissions",
    title: "Commissions",
    about: "The review queue: a decision a key, each undone for eight seconds.",
    path: "/commissions",
  },
  {
    name: "payouts",
    title: "Payouts",
    about: "What was paid, and what nobody knows yet.",
    path: "/payouts",
  },
  {
    name: "pay",
    title: "Paying",
    about: "What would be paid, what stands in the way, and what was left out.",
    path: "/payouts/new",
  },
  {
    name: "links",
    title: "Links",
    about: "Tracking links with their clicks, orders and revenue.",
    path: "/links",
  },
  {
    name: "performance",
    title: "Performance",
    about: "What the affiliate program brought, by day, affiliate and product.",
    path: "/affiliate-analytics",
  },
  {
    name: "webhooks",
    title: "Webhooks",
    about: "Endpoints, how they answer, and why they failed.",
    path: "/webhooks",
  },
  {
    name: "webhook",
    title: "An endpoint",
    about: "What was sent to it, with what came of each.",
    path: "/webhooks",
    row: true,
  },
  {
    name: "activity",
    title: "Activity",
    about: "Everything that was changed, with what was before.",
    path: "/activity",
  },
  {
    name: "jobs",
    title: "Background jobs",
    about: "Long work that goes on by itself, as fast as the API allows.",
    path: "/jobs",
  },
  {
    name: "settings",
    title: "Settings",
    about: "Where the two APIs are, with which keys, and whether their events arrive.",
    path: "/settings",
  },
  {
    name: "keys",
    title: "API keys",
    about: "Who may ask the APIs of this store what, what each key was used for, and what it could do without.",
    path: "/settings/keys",
  },
  {
    name: "people",
    title: "People",
    about: "Members and their roles, and invitations that wait.",
    path: "/settings/people",
  },
  {
    name: "account",
    title: "Your account",
    about: "Password, second factor, passkeys, and where you are signed in.",
    path: "/settings/account",
  },
  {
    name: "help",
    title: "Help",
    about: "What the words on the screens mean, as the question mark beside each says it.",
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
    const file = `${screen.name}${suffix}.png`;
    const picture = toIndexedPng(await page.screenshot());
    writeFileSync(join(folder, file), picture);
    await context.close();
    console.log(`docs/screens/${file}`.padEnd(48), `${Math.round(picture.length / 1000)} KB`);
  }
}

function toGallery(): string {
  const parts = screens.map(({ name, title, about }) => {
    const wide = `![${title}](screens/${name}.png)`;
    const dark = `![${title}, dark](screens/${name}-dark.png)`;
    const phone = `![${title} on a phone](screens/${name}-phone.png)`;
    const row = (left: string, right: string, fill = " ") =>
      `| ${left.padEnd(dark.length, fill)} | ${right.padEnd(phone.length, fill)} |`;
    const others = [row("dark", "phone"), row("", "", "-"), row(dark, phone)].join("\n");
    return `## ${title}\n\n${about}\n\n${wide}\n\n${others}\n`;
  });
  return `# Screens\n\nOf the demo store, in its sandbox. \`npm run screenshots\` takes them anew and writes this page.\n\n${parts.join("\n")}`;
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
