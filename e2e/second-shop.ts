import { randomBytes } from "node:crypto";
import { test as base, expect, type Page, signIn } from "./fixtures.ts";
import { App, ownerOf } from "./processes.ts";
import type { Choices } from "./second-upstream/choices.ts";
import type { ApiName, Rule } from "./second-upstream/control.ts";
import type { Fields } from "./second-upstream/problem.ts";
import { SecondUpstream } from "./second-upstream/server.ts";
import type { Effect } from "./second-upstream/store.ts";

// Cartwright over another implementation of both services: one app and one upstream for each worker, one store for each test.

type Second = { app: App; upstream: SecondUpstream };

/** A signed-in owner in the sandbox of a new store, and the upstream's data of that store. */
export class SecondShop {
  readonly page: Page;
  readonly id: string;
  readonly base: string;
  private readonly upstream: SecondUpstream;
  private readonly origin: string;

  constructor(page: Page, id: string, { app, upstream }: Second) {
    this.page = page;
    this.id = id;
    this.base = `/${id}/sandbox`;
    this.upstream = upstream;
    this.origin = app.origin;
  }

  opens = (path = "") => this.page.goto(this.base + path);

  goesWrong = (rule: Rule) => this.upstream.control.misbehave({ store: this.id, ...rule });
  behaves = () => this.upstream.control.behave();
  chooses = (choices: Partial<Choices>) => Object.assign(this.upstream.control.choices, choices);

  async hasKey(api: ApiName, key: string, scopes: readonly string[] | "all" = "all") {
    this.upstream.control.addKey(key, { store: this.id, scopes });
    const address = `${this.origin}/api/${this.id}/sandbox/desk/connections/${api}`;
    const headers = { origin: this.origin };
    const answer = await this.page.context().request.put(address, { headers, data: { key, unproven: true } });
    expect(answer.status(), await answer.text()).toBe(200);
  }

  /** Sets whether the amounts of the affiliate service are in minor or major units. */
  countsIn = (money_unit: "minor" | "major") => this.asks("connections/affiliate/money-unit", { money_unit }, "put");

  async asks(resource: string, data: object, method: "post" | "put" = "post"): Promise<void> {
    const { origin } = this;
    const address = `${origin}/api${this.base}/desk/${resource}`;
    const answer = await this.page.context().request[method](address, { headers: { origin }, data });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  }

  calls = (on: string) => this.upstream.control.calls(on, this.id).length;
  effects = (wanted: Partial<Effect> = {}) => this.upstream.control.storeOf(this.id).count(wanted);
  keeps = (count: number) => {
    const offers = this.upstream.control.storeOf(this.id).table("upsells");
    for (const id of [...offers.keys()].slice(0, -count)) offers.delete(id);
  };
  /** Changes an item at the upstream without Cartwright. */
  changes = (resource: "upsells" | "bundles", id: string, fields: object) => {
    const store = this.upstream.control.storeOf(this.id);
    store.put(resource, { ...store.find(resource, id), ...fields });
  };
  /** Adds a row to the upstream without Cartwright. */
  has = (resource: "affiliates" | "commissions" | "payouts", row: Fields) =>
    this.upstream.control.storeOf(this.id).put(resource, row);
  record = (resource: "upsells" | "bundles", id: string) =>
    this.upstream.control.storeOf(this.id).table(resource).get(id);
}

export const test = base.extend<{ shop: SecondShop }, { second: Second }>({
  second: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const upstream = await SecondUpstream.start();
      const app = await App.start({ ...upstream.settings, UPSTREAM_TIMEOUT_MS: "1500" });
      await use({ app, upstream });
      await app.remove();
      await upstream.stop();
    },
    { scope: "worker" },
  ],

  baseURL: ({ second }, use) => use(second.app.origin),

  shop: async ({ page, context, second }, use) => {
    const { app, upstream } = second;
    const id = `second-${randomBytes(5).toString("hex")}`;
    await app.setUp(id);
    await signIn(context, ownerOf(id), app);
    const shop = new SecondShop(page, id, second);
    for (const api of ["checkout", "affiliate"] as const) await shop.hasKey(api, `test_key_of_${id}`);
    await use(shop);
    upstream.control.reset();
  },
});
