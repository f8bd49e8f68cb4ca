import { randomBytes } from "node:crypto";
import { type BrowserContext, test as base, devices, expect, type Locator, type Page } from "@playwright/test";
import type { Role } from "../lib/contract/define.ts";
import { addressOf, type Screen } from "../scripts/screens.ts";
import { entersPortal } from "../scripts/test/portal.ts";
import { Administrator } from "./administrator.ts";
import type { App } from "./processes.ts";

export { type BrowserContext, expect, type Page };

export const origin = process.env.CARTWRIGHT_ORIGIN ?? "";
const password = "a wheel has six spokes";
const administrator = new Administrator();

export const admin = <T = unknown>(...words: string[]) => administrator.run<T>(...words);

export type Offer = {
  id: string;
  name: string;
  product_id: string;
  trigger_products: string[];
  discount: { type: string; value: number };
  placement: string;
  status: string;
  next_accepted?: string | null;
  next_declined?: string | null;
};

export type Bundle = {
  id: string;
  name: string;
  type: string;
  status: string;
  products: { product_id: string; quantity: number }[];
  pricing: { type: string; value: number };
};

const bundle = {
  name: "Morning set",
  type: "fixed",
  products: [
    { product_id: "prod_beans", quantity: 2 },
    { product_id: "prod_filter", quantity: 1 },
  ],
  pricing: { type: "percentage_off", value: 10 },
};

const offer = {
  name: "Care kit for boots",
  product_id: "prod_care_kit",
  trigger_products: ["prod_boots"],
  discount: { type: "percentage", value: 15 },
  placement: "post_purchase",
  status: "draft",
};

/** The checkout service, called with a key of the test: prepares its data and reads the result. */
export class Api {
  private readonly key: Promise<string>;

  constructor(store: string) {
    this.key = admin<{ key: string }>("keys", "create", "--store", store, "--mode", "sandbox", "--scopes", "all").then(
      (created) => created.key,
    );
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const response = await fetch(`${origin}/services/checkout/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async create(fields: Partial<Offer> = {}): Promise<Offer> {
    const created = await this.call<Offer>("POST", "/upsells", { ...offer, ...fields });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return created.body;
  }

  async createBundle(fields: Partial<Bundle> = {}): Promise<Bundle> {
    const created = await this.call<Bundle>("POST", "/bundles", { ...bundle, ...fields });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return created.body;
  }

  async find(id: string): Promise<Offer | undefined> {
    const found = await this.call<Offer>("GET", `/upsells/${id}`);
    return found.status === 404 ? undefined : found.body;
  }

  async names(): Promise<string[]> {
    const list = await this.call<{ data: Offer[] }>("GET", "/upsells?per_page=100&sort=name&order=asc");
    return list.body.data.map(({ name }) => name);
  }
}

/** A signed-in person in the sandbox of one store. */
export class Merchant {
  readonly page: Page;
  readonly store: string;
  readonly email: string;
  readonly password = password;
  readonly base: string;
  private readonly newPage: () => Promise<Page>;
  private service: Api | undefined;

  constructor(page: Page, store: string, email: string, newPage: () => Promise<Page>) {
    this.page = page;
    this.store = store;
    this.email = email;
    this.newPage = newPage;
    this.base = `/${store}/sandbox`;
  }

  get api(): Api {
    this.service ??= new Api(this.store);
    return this.service;
  }

  async opens(path = ""): Promise<void> {
    await this.page.goto(this.base + path);
  }

  /** Opens a screen. Where it belongs to a row, opens the list and then its first row. */
  async opensScreen(screen: Screen): Promise<void> {
    await this.page.goto(addressOf(screen, this.store));
    if (!screen.row) return;
    const first = this.page.getByRole("main").locator("tbody a").first();
    await this.page.goto((await first.getAttribute("href")) ?? "");
  }

  /** Creates the demo shop's forty offers, or `count` offers like them. */
  async fillsSandbox(count = 0): Promise<void> {
    await admin("offers", this.store, String(count));
  }

  async calls<T>(method: string, path: string, data?: object, mode = "sandbox"): Promise<T> {
    const address = `${origin}/api/${this.store}/${mode}/desk${path}`;
    const answer = await this.page.context().request.fetch(address, { method, headers: { origin }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }

  /** Fills the demo shop. A small one has fewer visitors and is filled sooner, but its experiments reach no decision. */
  async hasDemoShop({ small = false } = {}): Promise<void> {
    await admin("demo", "--store", this.store, ...(small ? ["--visits", "60000"] : []));
  }

  /** Signs an affiliate of the demo shop in to the portal, in the same browser. */
  async entersPortal(): Promise<void> {
    await entersPortal(this.page.context().request, origin, this.store);
  }

  async hasJob(): Promise<void> {
    const job = { kind: "export_csv", params: { resource: "bundles" } };
    const { id } = await this.calls<{ id: string }>("POST", "/jobs", job);
    await expect.poll(() => this.calls("GET", `/jobs/${id}`)).toMatchObject({ state: "done" });
  }

  async hasFailures(endpoint: string, count: number): Promise<void> {
    await admin("failures", this.store, endpoint, String(count));
  }

  async as(role: Role): Promise<Merchant> {
    const email = `${role}@${this.store}.example`;
    const person = ["--email", email, "--name", `The ${role}`, "--password", password];
    await admin("people", "add", "--store", this.store, "--role", role, ...person);
    const page = await this.newPage();
    await signIn(page.context(), email);
    return new Merchant(page, this.store, email, this.newPage);
  }
}

/**
 * Waits for hydration, because earlier clicks are lost. React marks each element that it has hydrated; much of a page is
 * hydrated only when the pointer moves.
 */
export async function ready(page: Page): Promise<void> {
  // Without an interval, the browser would draw frame after frame to be asked again.
  const polling = 50;
  await page.waitForFunction(
    () => {
      window.dispatchEvent(new Event("pointermove"));
      const all = document.querySelectorAll("main button, main a, main h1");
      return Object.keys(all.item(all.length - 1) ?? {}).some((key) => key.startsWith("__react"));
    },
    null,
    { polling },
  );
  // Shortcuts are registered a moment after hydration.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
}

/** Makes `goto`, `reload` and `goBack` wait for hydration. */
function patient(page: Page): Page {
  const { goto, reload, goBack } = page;
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (url !== "about:blank") await ready(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    await ready(page);
    return answer;
  };
  page.goBack = async (options) => {
    const answer = await goBack.call(page, options);
    // Without an answer, the browser stays in its document.
    if (answer) await ready(page);
    return answer;
  };
  return page;
}

type Cookie = { name: string; value: string };

/** Gives the browser a new session. That a password gives one is what sign-in.spec.ts tests. */
export async function signIn(
  context: BrowserContext,
  email: string,
  at: Pick<App, "origin" | "settles"> = { origin, settles: admin },
): Promise<void> {
  const { name, value } = await at.settles<Cookie>("sign-in", email, devices["Desktop Chrome"].userAgent);
  await context.addCookies([{ name, value, url: at.origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Errors in the browser's console. A test fails on each one that it did not announce with `expect`. */
class Complaints {
  readonly heard: string[] = [];
  private readonly announced: RegExp[] = [];

  listen(context: BrowserContext): void {
    context.on("weberror", (heard) => {
      this.heard.push(`${heard.error().stack ?? heard.error()} (${heard.page()?.url()})`);
    });
    context.on("console", (message) => {
      if (message.type() === "error") this.heard.push(`${message.text()} (${message.location().url})`);
    });
  }

  expect(...patterns: RegExp[]): void {
    this.announced.push(...patterns);
  }

  unexpected(): string[] {
    return this.heard.filter((text) => !this.announced.some((pattern) => pattern.test(text)));
  }
}

export const test = base.extend<{ complaints: Complaints; merchant: Merchant }>({
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      complaints.listen(context);
      await use(complaints);
      expect(complaints.unexpected(), "in the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page }, use) => use(patient(page)),

  merchant: async ({ browser, context, page, complaints, contextOptions }, use) => {
    const store = `shop-${randomBytes(5).toString("hex")}`;
    const email = `owner@${store}.example`;
    const person = ["--email", email, "--name", "Olive Owner", "--password", password];
    const place = ["--store", store, "--currency", "EUR", "--timezone", "Europe/Berlin"];
    await admin("setup", ...person, ...place, "--store-name", "Blue Bottle");
    await signIn(context, email);
    const others: BrowserContext[] = [];
    const newPage = async () => {
      const other = await browser.newContext({ baseURL: origin, ...contextOptions });
      others.push(other);
      complaints.listen(other);
      return patient(await other.newPage());
    };
    await use(new Merchant(page, store, email, newPage));
    for (const other of others) await other.close();
  },
});

export const rowsOf = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");

/** A part of a screen, by its heading. */
export const part = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, level: 2 }) });

export const rowOf = (page: Page, name: string) =>
  rowsOf(page).filter({ has: page.getByRole("link", { name, exact: true }) });

export async function chooseFromRow(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Resolves when the server has stored the draft. To be called before something is entered. */
export const draftKept = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().includes("/desk/drafts/") && answer.request().method() === "PUT" && answer.ok(),
  );

export const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** Makes delayed changes wait longer, so that Undo is in time on a slow machine, too. */
export const waitsLonger = (page: Page, seconds = 60) =>
  page.route("**/desk/delayed-changes", (route) => {
    const sent = route.request().method() === "POST" && route.request().postDataJSON();
    return sent ? route.continue({ postData: { ...sent, seconds } }) : route.fallback();
  });

/** The notice of a deletion that can still be undone. The server has received the deletion when the notice appears. */
export const undoableDelete = (page: Page) => toasts(page).getByRole("listitem").filter({ hasText: "will be deleted" });

/** Takes an ID that the shop has not sent, which only the last row of the list does. */
export async function choosesProduct(field: Locator, id: string): Promise<void> {
  await field.fill(id);
  await field
    .page()
    .getByRole("option", { name: `Use “${id}” as a product ID`, exact: true })
    .click();
}
