import "../../lib/runtime/server-modules.ts";
import { Counter, specified } from "../../e2e/second-upstream/limits.ts";
import type { Lane } from "../../lib/server/governor/budget.ts";
import type { Governor } from "../../lib/server/governor/governor.ts";
import type { Reads } from "../../lib/server/reads.ts";
import { drawing, type Hands, type Page, people, type Tally, tabsOf, work } from "./office.ts";

const staleMs = 30_000;
const jobTellsMs = 60_000;
const patienceMs = { click: 20_000, visible: 20_000, prefetch: 60_000, bulk: undefined };
const hourMs = 3_600_000;
/** People have worked for this long when the job begins. */
const beforeMs = 20 * 60_000;

export type Office = { rows: number; thinkMs: number; seed: number };
/** The clock is moved by hand. The governor and the reads are the real ones. */
export async function simulateHour({ rows, thinkMs, seed }: Office): Promise<Tally> {
  const { handClock, sharedBudget } = await import("../../lib/server/governor/hand-clock.ts");
  const { Governor } = await import("../../lib/server/governor/governor.ts");
  const { specifiedLimits } = await import("../../lib/server/governor/budget.ts");
  const { Reads } = await import("../../lib/server/reads.ts");
  const clock = handClock();
  const draw = drawing(seed);
  const store = sharedBudget(clock);
  const office = { writes: 0 };
  const sleep = (ms: number) => new Promise<void>((resolve) => clock.wake(ms, resolve));
  // Two processes serve people, and one works on the job.
  const [worker, ...webs] = [0, 1, 2].map(() => ({
    governor: new Governor(store(), specifiedLimits, clock),
    reads: new Reads({ writeCount: async () => office.writes, now: clock.now }),
  })) as [Process, ...Process[]];
  const counter = new Counter();
  const tally: Tally = { refused: 0, clicks: [], quiet: [], failed: [], bulk: 0, byPeople: 0, minutes: 0 };
  let counting = false;

  const call = async ({ governor }: Process, lane: Lane) => {
    const answered = await governor.admit(lane, undefined, patienceMs[lane]);
    await sleep(5 + draw() * 30);
    const wait = counter.admit(specified, clock.now());
    const { remaining, resetAt } = counter.minute(specified, clock.now());
    if (counting && wait > 0) tally.refused++;
    if (counting) tally[lane === "bulk" ? "bulk" : "byPeople"]++;
    await sleep(30 + draw() * 120);
    answered();
    if (wait > 0) await governor.freeze(Math.ceil(wait / 1000));
    await governor.observe({ remaining, resetAt, limit: specified.minute }, clock.now());
    return { status: wait > 0 ? 429 : 200, headers: new Headers(), body: null, size: 100 };
  };
  const read = ({ governor, reads }: Process & object, process: Process, question: string, quiet: boolean) => {
    const lane = quiet ? "prefetch" : "visible";
    const send = () => call(process, lane);
    return reads.read({ holder: "key", question, screen: true, quiet, wait: () => governor.wait(lane), send });
  };
  const write = async (process: Process, lane: Lane) => {
    await call(process, lane);
    await call(process, lane);
    office.writes++;
  };
  const timed = async (into: "clicks" | "quiet", act: () => Promise<unknown>) => {
    const asked = clock.now();
    try {
      await act();
    } catch (cause) {
      if (counting && into === "clicks") tally.failed.push((cause as Error).message);
    }
    if (counting) tally[into].push(clock.now() - asked);
  };

  const everybody = Array.from({ length: people }, (_, n) => {
    const process = webs[n % webs.length] as Process;
    const tabs = tabsOf(draw).map((page) => new Tab(page));
    let shown = 0;
    const refetch = (tab: Tab, quiet: boolean) =>
      Promise.all(
        tab.old(clock.now()).map((question) =>
          timed(quiet ? "quiet" : "clicks", async () => {
            tab.readAt.set(question, clock.now());
            await read(process, process, question, quiet);
          }),
        ),
      );
    const hands: Hands = {
      async turnTo(tab) {
        shown = tab;
        await refetch(tabs[tab] as Tab, false);
      },
      async open(page) {
        tabs[shown] = new Tab(page);
        await refetch(tabs[shown] as Tab, false);
      },
      async save() {
        shown = 2;
        await timed("clicks", () => write(process, "click"));
        const tab = tabs[shown] as Tab;
        tab.forget(tab.about);
        tellAll(tab.about);
        await refetch(tab, false);
      },
    };
    return {
      hands,
      async told(record?: string) {
        for (const tab of tabs) tab.forget(record);
        await sleep(draw() * 500);
        await refetch(tabs[shown] as Tab, true);
      },
    };
  });
  const tellAll = (record?: string) => {
    for (const person of everybody) void person.told(record);
  };

  let over = false;
  for (const { hands } of everybody) void work(hands, { sleep, draw, thinkMs, over: () => over });
  await clock.advance(beforeMs);
  counting = true;
  const begun = clock.now();
  let [left, lanes] = [rows, 4];
  const lane = async () => {
    while (left-- > 0 && !over) await write(worker, "bulk");
    lanes--;
  };
  for (let n = lanes; n > 0; n--) void lane();
  for (let told = begun; lanes > 0 && clock.now() - begun < hourMs; await clock.advance(1_000)) {
    if (clock.now() - told < jobTellsMs) continue;
    told = clock.now();
    tellAll();
  }
  tally.minutes = (clock.now() - begun) / 60_000;
  over = true;
  return tally;
}

const questionsOf = {
  overview: ["metrics", "metrics before", "experiments", "offers counted", "bundles counted"],
  offers: ["offers"],
  offer: ["offer"],
  bundles: ["bundles"],
  jobs: [],
};

type Process = { governor: Governor; reads: Reads };

class Tab {
  readonly readAt = new Map<string, number>();
  readonly about: string | undefined;
  private readonly questions: string[];

  constructor(page: Page) {
    this.questions = questionsOf[page.kind].map((question) => ("n" in page ? `${question} ${page.n}` : question));
    this.about = page.kind === "offer" ? this.questions[0] : undefined;
  }

  forget(record?: string): void {
    const touched = (question: string) => question.startsWith("offers") || question === record;
    for (const question of this.questions) if (touched(question)) this.readAt.delete(question);
  }

  old(now: number): string[] {
    return this.questions.filter((question) => now - (this.readAt.get(question) ?? -staleMs) >= staleMs);
  }
}
