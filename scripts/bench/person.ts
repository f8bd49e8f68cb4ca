import { setTimeout as sleep } from "node:timers/promises";
import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { createClient } from "../../lib/api/client.ts";
import { createRefresher } from "../../lib/api/live/refresh.ts";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { routesFor } from "../../lib/api/routes.ts";
import { request, sendTo } from "../../lib/api/send.ts";
import { checkout } from "../../lib/contract/checkout/index.ts";
import type { Hands, Page } from "./office.ts";

export type Times = { clicks: number[]; quiet: number[]; failed: string[] };
type Facts = { origin: string; cookie: string; store: string; times: Times };

/** A page is sent without data if the API takes longer than this. */
const prefetchMs = 2_000;

/** Loads pages over real HTTP and uses the product's own queries, cache and refresh in each tab. */
export class Person implements Hands {
  private readonly facts: Facts;
  private readonly tabs: Tab[];
  private readonly leaving = new AbortController();
  private shown = 0;

  constructor(facts: Facts, pages: readonly Page[]) {
    this.facts = facts;
    this.tabs = pages.map((page, n) => new Tab(facts, page, `${facts.cookie.slice(-8)}${n}`, () => this.shown !== n));
  }

  /** Opens all tabs one after the other, and one connection for live updates. */
  async arrive(): Promise<void> {
    void this.listen();
    for (const [n, tab] of this.tabs.entries()) {
      this.shown = n;
      await tab.open(tab.page);
    }
    void this.poll();
  }

  async turnTo(n: number): Promise<void> {
    this.shown = n;
    await this.tab.look();
  }

  open(page: Page): Promise<void> {
    return this.tab.open(page);
  }

  async save(): Promise<void> {
    this.shown = Math.max(
      0,
      this.tabs.findIndex(({ page }) => page.kind === "offer"),
    );
    const { page } = this.tab;
    if (page.kind !== "offer") await this.tab.open({ kind: "offer", n: 1 });
    await this.tab.save();
  }

  async startJob(body: object): Promise<void> {
    const path = `/api/${this.facts.store}/live/desk/jobs`;
    const headers = { "content-type": "application/json" };
    await asker(this.facts)(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  leave(): void {
    this.leaving.abort();
    for (const tab of this.tabs) tab.close();
  }

  private get tab(): Tab {
    return this.tabs[this.shown] as Tab;
  }

  private async listen(): Promise<void> {
    const { origin, cookie, store } = this.facts;
    const url = `${origin}/api/${store}/live/desk/live`;
    const answer = await fetch(url, { headers: { cookie }, signal: this.leaving.signal });
    let text = "";
    try {
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString();
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const [, change] = /^event: change\ndata: (.*)$/m.exec(block) ?? [];
          if (change) for (const tab of this.tabs) tab.refresher.take(JSON.parse(change));
        }
      }
    } catch (cause) {
      if (!this.leaving.signal.aborted) throw cause;
    }
  }

  /** The visible tab polls the dashboard's own operations while a job runs. */
  private async poll(): Promise<void> {
    const ask = asker(this.facts);
    const base = `/api/${this.facts.store}/live/desk`;
    for (let second = 1; !this.leaving.signal.aborted; second++) {
      await sleep(1_000);
      if (second % 5 === 0) await ask(`${base}/jobs/active`).catch(() => {});
      if (second % 3 === 0 && this.tab.page.kind === "jobs")
        await ask(`${base}/jobs?page=1&per_page=20`).catch(() => {});
    }
  }
}

class Tab {
  page: Page;
  readonly refresher;
  private readonly facts: Facts;
  private readonly queries = createQueryClient();
  private readonly api;
  private stop: (() => void)[] = [];

  constructor(facts: Facts, page: Page, name: string, isHidden: () => boolean) {
    const { store } = facts;
    this.facts = facts;
    this.page = page;
    this.refresher = createRefresher(this.queries, { store, mode: "live", tab: name, isHidden });
    const place = { store, mode: "live", api: "checkout" };
    const send = sendTo(place, { tab: name, ask: asker(facts) });
    this.api = createClient<typeof checkout>(routesFor(checkout, "owner"), place, send);
  }

  async open(page: Page): Promise<void> {
    for (const stop of this.stop) stop();
    this.page = page;
    const { origin, cookie, store, times } = this.facts;
    const path = { overview: "", jobs: "/jobs", offers: "/upsells", offer: "/upsells", bundles: "/bundles" }[page.kind];
    const more = page.kind === "offer" ? `/off-${page.n}` : page.kind === "offers" ? `?page=${page.n}` : "";
    const begun = performance.now();
    const answer = await fetch(`${origin}/${store}/live${path}${more}`, { headers: { cookie } });
    await answer.text();
    const took = performance.now() - begun;
    times.clicks.push(took);
    if (!answer.ok) times.failed.push(`${answer.status} ${path}`);
    const options = this.reads(page);
    if (took < prefetchMs) for (const { queryKey } of options) this.queries.setQueryData([...queryKey], {});
    // biome-ignore lint/suspicious/noExplicitAny: queries of several operations
    this.stop = options.map((each) => new QueryObserver(this.queries, each as any).subscribe(() => {}));
    await this.quiet();
  }

  /** A tab that becomes visible reads outdated data again. */
  async look(): Promise<void> {
    this.refresher.catchUp();
    this.queries.getQueryCache().onFocus();
    await this.quiet();
  }

  async save(): Promise<void> {
    const id = this.page.kind === "offer" ? `off-${this.page.n}` : "";
    const update = new MutationObserver(this.queries, this.api.upsells.update.mutation());
    await update.mutate({ params: { id }, body: { name: `Saved at ${Date.now()}` } }).catch(() => {});
    await this.quiet();
  }

  close(): void {
    for (const stop of this.stop) stop();
    this.refresher.stop();
    this.queries.clear();
  }

  private reads(page: Page) {
    const { analytics, bundles, experiments, upsells } = this.api;
    if (page.kind === "overview") {
      return [
        ...[0, 30].map((ago) => analytics.metrics.options({ query: daysUntil(ago) })),
        experiments.list.options({ query: { per_page: 100 } }),
        ...[upsells, bundles].map(({ list }) => list.options({ query: { per_page: 1 } })),
      ];
    }
    if (page.kind === "offers") return [upsells.list.options({ query: { page: page.n, per_page: 20 } })];
    if (page.kind === "bundles") return [bundles.list.options({ query: { page: 1, per_page: 20 } })];
    return page.kind === "offer" ? [upsells.get.options({ params: { id: `off-${page.n}` } })] : [];
  }

  private async quiet(): Promise<void> {
    while (this.queries.isFetching() > 0) await sleep(20);
  }
}

function daysUntil(ago: number) {
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  return { start_date: day(ago + 29), end_date: day(ago) };
}

/** Times count only for calls that may reach the API. */
function asker({ origin, cookie, times }: Facts): typeof request {
  return async (url, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>), cookie, origin };
    const begun = performance.now();
    try {
      return await request(origin + url, { ...init, headers });
    } catch (cause) {
      if (!init.signal?.aborted) times.failed.push(`${(cause as { status?: number }).status} ${url}`);
      throw cause;
    } finally {
      const kind = "x-lane" in headers ? "quiet" : "clicks";
      if (url.includes("/checkout/")) times[kind].push(performance.now() - begun);
    }
  };
}
