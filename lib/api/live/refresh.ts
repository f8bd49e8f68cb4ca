import type { QueryClient } from "@tanstack/react-query";
import type { LiveChange } from "../../contract/desk/live.ts";
import { quietly, tabId } from "../send.ts";

type Key = readonly string[];
/** IDs of records. An empty id means lists and data without a record, and null means everything. */
type Of = ReadonlySet<string> | null;
type Stale = { key: Key; of: Of };
type Waiting = Stale & { due: number; timer: ReturnType<typeof setTimeout> };
type Place = { store: string; mode: string; tab?: string; isHidden?: () => boolean };

// Within the jitter, the screens of many people read the same data, so that they share a response. The gap limits how
// often one screen reads.
const jitterMs = 500;
const jitterOfAllMs = 2_000;
const gapMs = 1_000;
const gapOfEventsMs = 5_000;

const pageIsHidden = () => document.visibilityState === "hidden";

/** Lists that are worked out from the records of another resource. */
const derived: Record<string, readonly string[]> = { "affiliate/commissions": ["risks"] };

/** Data that no screen shows is only marked as outdated, and read when a screen needs it. */
export function createRefresher(queryClient: QueryClient, place: Place) {
  const { store, mode, tab = tabId, isHidden = pageIsHidden } = place;
  const waiting = new Map<string, Waiting>();
  const lastAt = new Map<string, number>();
  const outdated = new Map<string, Stale>();

  const plan = ({ key, of }: Stale, jitter: number, gap = 0) => {
    const name = key.join("/");
    if (isHidden()) {
      const earlier = outdated.get(name);
      outdated.set(name, { key, of: earlier ? both(earlier.of, of) : of });
      return;
    }
    const now = performance.now();
    const due = Math.max(now + Math.random() * jitter, (lastAt.get(name) ?? -gap) + gap);
    const earlier = waiting.get(name);
    if (earlier) {
      earlier.of = both(earlier.of, of);
      if (earlier.due <= due) return;
      clearTimeout(earlier.timer);
    }
    const timer = setTimeout(() => {
      const stale = waiting.get(name);
      waiting.delete(name);
      lastAt.set(name, performance.now());
      if (stale) quietly(() => void queryClient.invalidateQueries(filterOf(stale)));
    }, due - now);
    waiting.set(name, { key, of: earlier?.of ?? of, due, timer });
  };

  return {
    take(change: LiveChange | null) {
      if (!change) return plan({ key: [store, mode], of: null }, jitterOfAllMs);
      // Changes that no tab made may come by the hundred, so they are handled less often.
      const gap = change.event || change.progress || change.tab === undefined ? gapOfEventsMs : gapMs;
      if (change.seq !== undefined) plan({ key: [store, mode, "desk", "audit"], of: null }, jitterMs, gapMs);
      // The tab that made the change has already read the data again.
      if (change.refused || change.tab === tab) return;
      const { api, resource } = change;
      plan({ key: [store, mode, api, resource], of: touchedBy(change) }, jitterMs, change.progress ? gapMs / 2 : gap);
      for (const other of derived[`${api}/${resource}`] ?? []) {
        plan({ key: [store, mode, api, other], of: null }, jitterMs, gapOfEventsMs);
      }
    },
    catchUp() {
      const all = [...outdated.values()];
      outdated.clear();
      for (const stale of all) plan(stale, jitterMs);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
    },
  };
}

function touchedBy({ record, part }: LiveChange): Of {
  if (part) return new Set([record ?? ""]);
  return record === undefined ? null : new Set(["", record]);
}

const both = (a: Of, b: Of): Of => a && b && new Set([...a, ...b]);

function filterOf({ key, of }: Stale) {
  if (!of) return { queryKey: key };
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const { params = {} } = (queryKey[5] ?? {}) as { params?: Record<string, string> };
    const ids = Object.values(params);
    return ids.length === 0 ? of.has("") : ids.some((id) => of.has(id));
  };
  return { queryKey: key, predicate };
}
