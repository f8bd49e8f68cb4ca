// Twenty people at work in one store, each with five tabs of it open. What they do, and when; not how.

export const people = 20;

export type Page = { kind: "overview" | "bundles" | "jobs" } | { kind: "offers" | "offer"; n: number };

/** What somebody can do. Each is over when they see what came of it. */
export type Hands = {
  /** To another of their tabs, which reads anew what has become old. */
  turnTo(tab: number): Promise<void>;
  /** Another page, in the tab that they look at. */
  open(page: Page): Promise<void>;
  /** A change to an offer, in the tab where they have one open. */
  save(): Promise<void>;
};

type Surroundings = {
  sleep: (ms: number) => Promise<void>;
  draw: () => number;
  /** From one thing that a person does to the next, on average. */
  thinkMs: number;
  over: () => boolean;
};

const turning = 0.6;
const opening = 0.35;

/** Most look at the first page of the list, and hardly two at the same offer. */
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

/** The same draws for the same seed. */
export function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export type Tally = {
  /** By the API, for its limits. */
  refused: number;
  /** How long whoever clicked waited, and whoever's screen read something anew by itself. */
  clicks: number[];
  quiet: number[];
  failed: string[];
  /** Calls of the job, and all others. */
  bulk: number;
  byPeople: number;
  minutes: number;
};

/** How much the job had of what people left, of the minutes, and of an hour in which they go on to its end. */
export function shareOf({ bulk, byPeople, minutes }: Tally): number {
  return bulk / Math.min(120 * minutes - byPeople, 3_600 - byPeople * (60 / minutes));
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
