import { seedAffiliates } from "./affiliate/seed.ts";
import { matches } from "./api.ts";
import { seedCheckout } from "./checkout/seed.ts";
import type { Choices } from "./choices.ts";
import { specified } from "./limits.ts";
import { Store } from "./store.ts";

export type ApiName = "checkout" | "affiliate";

export type Fault =
  | "slow"
  | "too-many"
  | "error"
  | "silence"
  /** Sends no response, and acts some time later. */
  | "late"
  | "cut"
  | "cut-body"
  | "html"
  | "huge"
  /** A successful response without content. */
  | "empty"
  | "short"
  | "redirect"
  | "not-gzip";

export type Rule = {
  /** `PUT /upsells/:id`, or `GET *`, or `* *`. */
  on: string;
  fault: Fault;
  /** Whether the call fails before it acts, which is the default, or after. */
  when?: "before" | "after";
  /** How many calls fail, 1 unless told, after `skip` calls that pass. */
  times?: number;
  skip?: number;
  /** Instead of `times`: how many milliseconds all calls fail from the first one on. A pause then asks for what is left of it. */
  lasts?: number;
  /** The share of the calls that fail, the same ones for the same seed. */
  chance?: number;
  seed?: number;
  api?: ApiName;
  store?: string;
  ms?: number;
  status?: number;
  retryAfter?: number;
};

/** What the specifications leave open and a test can decide. */
export type Seen = {
  api: ApiName;
  store: string;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
  /** 0 without a response. */
  status: number;
  fault?: Fault;
};

type Key = { store: string; mode: "live" | "sandbox"; scopes: readonly string[] | "all" };
type Standing = { rule: Rule; skip: number; left: number; until: number; draw: () => number };

export class Control {
  readonly requests: Seen[] = [];
  readonly keys = new Map<string, Key>();
  choices: Choices = initial();
  private readonly stores = new Map<string, Store>();
  private standing: Standing[] = [];

  /** Live and sandbox share no data. */
  addKey(key: string, { store, scopes = "all" }: { store: string; scopes?: Key["scopes"] }): Store {
    this.keys.set(key, { store, mode: key.startsWith("test_") ? "sandbox" : "live", scopes });
    return this.storeOf(store);
  }

  storeOf(name: string): Store {
    const found = this.stores.get(name) ?? filled(new Store());
    this.stores.set(name, found);
    return found;
  }

  misbehave(...rules: Rule[]): void {
    for (const rule of rules) {
      const { skip = 0, times = 1, seed = 1, lasts } = rule;
      const left = lasts === undefined ? times : Number.POSITIVE_INFINITY;
      this.standing.push({ rule, skip, left, until: Number.POSITIVE_INFINITY, draw: generator(seed) });
    }
  }

  behave(): void {
    this.standing = [];
  }

  /** The first rule that makes this call fail. Every matching rule counts the call. */
  strike({ api, store, method, path }: Pick<Seen, "api" | "store" | "method" | "path">, now = Date.now()) {
    let struck: Rule | undefined;
    for (const each of this.standing) {
      const { rule } = each;
      if ((rule.api && rule.api !== api) || (rule.store && rule.store !== store)) continue;
      if (struck || each.left === 0 || now >= each.until || !matches(rule.on, method, path)) continue;
      if (each.skip > 0) each.skip--;
      else if (each.draw() < (rule.chance ?? 1)) {
        each.left--;
        if (rule.lasts !== undefined) each.until = Math.min(each.until, now + rule.lasts);
        struck = { retryAfter: Number.isFinite(each.until) ? Math.ceil((each.until - now) / 1000) : 1, ...rule };
      }
    }
    return struck;
  }

  calls(on: string, store?: string): Seen[] {
    return this.requests.filter(
      (seen) => matches(on, seen.method, seen.path) && (store === undefined || seen.store === store),
    );
  }

  /** Resets everything but the keys. */
  reset(): void {
    this.requests.length = 0;
    this.stores.clear();
    this.behave();
    this.choices = initial();
  }
}

const initial = (): Choices => ({
  lists: "specified",
  keys: "specified",
  totals: null,
  reset: "delta",
  payouts: "whole",
  errors: "own",
  idempotent: false,
  checkoutLimits: specified,
  affiliateLimits: null,
});

/** Mulberry32: the same draws for the same seed, on every machine. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function filled(store: Store): Store {
  seedCheckout(store);
  seedAffiliates(store);
  return store;
}
