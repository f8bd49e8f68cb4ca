import { matches } from "./api.ts";
import { type Limits, specified } from "./limits.ts";
import { Store } from "./store.ts";

export type ApiName = "checkout" | "affiliate";

export type Fault =
  | "slow"
  | "too-many"
  | "error"
  | "silence"
  /** Nobody is answered, and it acts all the same, some time later. */
  | "late"
  | "cut"
  | "cut-body"
  | "html"
  | "huge"
  /** A good answer that says nothing. */
  | "empty"
  | "short"
  | "redirect"
  | "not-gzip";

export type Rule = {
  /** `PUT /upsells/:id`, or `GET *`, or `* *`. */
  on: string;
  fault: Fault;
  /** Whether the call acts and then goes wrong, or goes wrong without having acted. Before, unless told. */
  when?: "before" | "after";
  /** How many calls it strikes, after how many that it lets pass; once and none unless told. */
  times?: number;
  skip?: number;
  /** Or every call from the first one struck on, for so many milliseconds; a pause then asks for what is left of it. */
  lasts?: number;
  /** Strikes only so many of the calls, the same ones for the same seed. */
  chance?: number;
  seed?: number;
  api?: ApiName;
  store?: string;
  ms?: number;
  status?: number;
  retryAfter?: number;
};

/** Where a specification leaves a choice that a test may want to see made in more than one way. */
export type Choices = {
  /** Lists of the checkout API: as specified, or as `{data}`, `{upsells}` or a bare array, which count nothing unless told. */
  lists: "specified" | "data" | "named" | "bare";
  /** As specified, and by the affiliate API in a header of its own; or by both APIs in this form alone. */
  keys: "specified" | "bearer" | "x-api-key" | "bare";
  /** Where lists in another form than specified count all the same: by this name beside the rows, or in a header. */
  totals: "totalCount" | "total_count" | "count" | "X-Total-Count" | null;
  /** What the integer in X-RateLimit-Reset is. */
  reset: "delta" | "seconds" | "milliseconds";
  /** What a payout is told with: all, no text that was sent with it, or only what it is and what it is for. */
  payouts: "whole" | "unmarked" | "bare";
  /** How an error is worded, in place of each API's own form. */
  errors: "own" | "texts" | "entries" | "problem" | "json-api" | "fastapi" | "text";
  /** Whether a payout is made once for each Idempotency-Key. */
  idempotent: boolean;
  checkoutLimits: Limits | null;
  affiliateLimits: Limits | null;
};

export type Seen = {
  api: ApiName;
  store: string;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
  /** What was answered; 0 where nothing was. */
  status: number;
  fault?: Fault;
};

type Key = { store: string; mode: "live" | "sandbox"; scopes: readonly string[] | "all" };
type Standing = { rule: Rule; skip: number; left: number; until: number; draw: () => number };

/** What a test can tell the upstream, and ask it. */
export class Control {
  readonly requests: Seen[] = [];
  readonly keys = new Map<string, Key>();
  choices: Choices = initial();
  private readonly stores = new Map<string, Store>();
  private standing: Standing[] = [];

  /** A key of a store; live and sandbox share nothing. */
  addKey(key: string, { store, scopes = "all" }: { store: string; scopes?: Key["scopes"] }): Store {
    this.keys.set(key, { store, mode: key.startsWith("test_") ? "sandbox" : "live", scopes });
    return this.storeOf(store);
  }

  storeOf(name: string): Store {
    const found = this.stores.get(name) ?? new Store();
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

  /** The first rule that strikes this call; each one that it fits has counted it. */
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

  /** Calls that were received, by `METHOD /path/:id`. */
  calls(on: string, store?: string): Seen[] {
    return this.requests.filter(
      (seen) => matches(on, seen.method, seen.path) && (store === undefined || seen.store === store),
    );
  }

  /** As it was when it started, but for its keys. */
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
