// Twenty people work in one store with five tabs each.

export const people = 20;

export type Page = { kind: "overview" | "bundles" | "jobs" } | { kind: "offers" | "offer"; n: number };

/** Each action ends when its result is visible. */
export type Hands = {
  /** The other tab reads outdated data again. */
  turnTo(tab: number): Promise<void>;
  open(page: Page): Promise<void>;
  save(): Promise<void>;
};

type Surroundings = {
  sleep: (ms: number) => Promise<void>;
  draw: () => number;
  thinkMs: number;
  over: () => boolean;
};

const turning = 0.6;
const opening = 0.35;

/** Most people look at the first page of the list, and hardly two at the same offer. */
export const tabsOf = (draw: () => number): Page[] => [
  { kind: "overview" },
  { kind: "offers", n: draw() < 0.6 ? 1 : 2 },
  { kind: "offer", n: offer(draw) },
  { kind: "bundles" },
  { kind: "jobs" },
];

const offer = (draw: () => number) => 1 + Math.floor(draw() * 30);

export async function work(hands: Hands, { sleep, draw, thinkMs, over }: Surroundings): Promise<void> {
  for (;;) {
    await sleep(-Math.log(1 - draw()) * thinkMs);
    if (over()) return;
    const what = draw();
    if (what < turning) await hands.turnTo(Math.floor(draw() * 5));
    else if (what < turning + opening) await hands.open(tabsOf(draw)[Math.floor(draw() * 5)] as Page);
    else await hands.save();
  }
}

/** The same seed gives the same numbers. */
export function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export type Tally = {
  /** Calls that the API refused because of its limits. */
  refused: number;
  /** Waiting times after clicks, and of screens that refreshed. */
  clicks: number[];
  quiet: number[];
  failed: string[];
  /** Calls of the job. `byPeople` counts all other calls. */
  bulk: number;
  byPeople: number;
  minutes: number;
};

/** The job's share of the calls that people left, over the minutes and over a whole hour. */
export function shareOf({ bulk, byPeople, minutes }: Tally): number {
  return bulk / Math.min(120 * minutes - byPeople, 3_600 - byPeople * (60 / minutes));
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
