import { percentile, record } from "./results.ts";
import "../../lib/runtime/server-modules.ts";
import { Counter, specified } from "../../e2e/second-upstream/limits.ts";
import type { Lane } from "../../lib/server/wire/governor/budget.ts";
import type { Governor } from "../../lib/server/wire/governor/governor.ts";
import type { Reads } from "../../lib/server/wire/shared-reads.ts";

const rows = 1_000;
const busyMs = 90_000;

// People work in one store with five tabs each, beside a job on the same key. The clock is moved by hand; the governor
// and the reads are the real ones.

const people = 20;
const staleMs = 30_000;
const jobTellsMs = 60_000;
const patienceMs = { click: 20_000, visible: 20_000, prefetch: 60_000, bulk: undefined };
const hourMs = 3_600_000;
/** People have worked for this long when the job begins. */
const beforeMs = 20 * 60_000;
/** What a person does next: turn to another tab, open another page, or else save an offer. */
const [turning, opening] = [0.6, 0.35];

// People and a job that changes a thousand records share one key with enforced limits. No call may be refused, people
// who click must not wait, and the job must get what they leave.
export async function run(): Promise<void> {
  console.log(`${people} people with 5 tabs each, and a job of ${rows} records, in a simulated hour:`);
  for (const thinkMs of [busyMs, 2 * busyMs]) {
    for (const seed of [1, 2, 3]) {
      const { refused, clicks, failed, bulk, byPeople, minutes } = await simulateHour({ thinkMs, seed });
      const p95 = percentile(clicks, 0.95);
      record({
        what: `each acts every ${thinkMs / 1000} s, seed ${seed}`,
        ours: bulk,
        unit: "calls",
        // The calls that people left, of the minutes and of the whole hour.
        floor: Math.min(120 * minutes - byPeople, 3_600 - byPeople * (60 / minutes)),
        limits: { leastTimes: 0.9 },
        also: [
          { text: `${refused} refused`, met: refused === 0 },
          { text: `${clicks.length} clicks, p95 ${p95.toFixed(0)} ms`, met: p95 < 1_000 },
          { text: `${failed.length} failed${failed[0] ? `: ${failed[0]}` : ""}`, met: failed.length === 0 },
          { text: `${minutes.toFixed(1)} min` },
        ],
      });
    }
  }
}

type Page = { kind: "overview" | "bundles" | "jobs" } | { kind: "offers" | "offer"; n: number };
type Process = { governor: Governor; reads: Reads };

type Tally = {
  /** Calls that the API refused because of its limits. */
  refused: number;
  clicks: number[];
  failed: string[];
  /** Calls of the job. `byPeople` counts all other calls. */
  bulk: number;
  byPeople: number;
  minutes: number;
};

type Options = { thinkMs: number; seed: number };

async function simulateHour(options: Options): Promise<Tally> {
  const office = await openOffice(options);
  const { clock, state, tally } = office;
  const everybody: Person[] = Array.from(
    { length: people },
    (_, n) => new Person(office, office.webs[n % office.webs.length] as Process, announce),
  );
  function announce(record?: string) {
    for (const person of everybody) void person.hear(record);
  }
  for (const person of everybody) void person.work();
  await clock.advance(beforeMs);
  state.counting = true;
  const begun = clock.now();
  let [left, lanes] = [rows, 4];
  const lane = async () => {
    while (left-- > 0 && !state.over) await office.write(office.worker, "bulk");
    lanes--;
  };
  for (let n = lanes; n > 0; n--) void lane();
  for (let announced = begun; lanes > 0 && clock.now() - begun < hourMs; await clock.advance(1_000)) {
    if (clock.now() - announced < jobTellsMs) continue;
    announced = clock.now();
    announce();
  }
  tally.minutes = (clock.now() - begun) / 60_000;
  state.over = true;
  return tally;
}

type Office = Awaited<ReturnType<typeof openOffice>>;

async function openOffice({ thinkMs, seed }: Options) {
  const { handClock, sharedBudget } = await import("../../lib/testing/hand-clock.ts");
  const { Governor } = await import("../../lib/server/wire/governor/governor.ts");
  const { specifiedLimits } = await import("../../lib/server/wire/governor/budget.ts");
  const { Reads } = await import("../../lib/server/wire/shared-reads.ts");
  const clock = handClock();
  const budget = sharedBudget(clock);
  const counter = new Counter();
  const draw = drawing(seed);
  const tally: Tally = { refused: 0, clicks: [], failed: [], bulk: 0, byPeople: 0, minutes: 0 };
  const state = { counting: false, over: false, writes: 0 };
  // Two processes serve people, and one works on the job.
  const [worker, ...webs] = [0, 1, 2].map(() => ({
    governor: new Governor(budget(), specifiedLimits, clock),
    reads: new Reads({ writeCount: async () => state.writes, now: clock.now }),
  })) as [Process, ...Process[]];
  const sleep = (ms: number) => new Promise<void>((resolve) => clock.wake(ms, resolve));

  const call = async ({ governor }: Process, lane: Lane) => {
    const answered = await governor.admit(lane, undefined, patienceMs[lane]);
    await sleep(5 + draw() * 30);
    const wait = counter.admit(specified, clock.now());
    const { remaining, resetAt } = counter.minute(specified, clock.now());
    if (state.counting && wait > 0) tally.refused++;
    if (state.counting) tally[lane === "bulk" ? "bulk" : "byPeople"]++;
    await sleep(30 + draw() * 120);
    answered();
    if (wait > 0) await governor.freeze(Math.ceil(wait / 1000));
    await governor.observe({ remaining, resetAt, limit: specified.minute }, clock.now());
    return { status: wait > 0 ? 429 : 200, headers: new Headers(), body: null, size: 100 };
  };
  const read = (process: Process, question: string, quiet: boolean) => {
    const lane = quiet ? "prefetch" : "visible";
    const send = () => call(process, lane);
    const wait = () => process.governor.wait(lane);
    return process.reads.read({ holder: "key", question, screen: true, quiet, wait, send });
  };
  const write = async (process: Process, lane: Lane) => {
    await call(process, lane);
    await call(process, lane);
    state.writes++;
  };
  return { clock, draw, thinkMs, tally, state, worker, webs, sleep, read, write };
}

class Person {
  readonly #office: Office;
  readonly #process: Process;
  readonly #announce: (record?: string) => void;
  readonly #tabs: Tab[];
  #shown = 0;

  constructor(office: Office, process: Process, announce: (record?: string) => void) {
    this.#office = office;
    this.#process = process;
    this.#announce = announce;
    this.#tabs = pagesOf(office.draw).map((page) => new Tab(page));
  }

  async work(): Promise<void> {
    const { draw, sleep, thinkMs, state } = this.#office;
    for (;;) {
      await sleep(-Math.log(1 - draw()) * thinkMs);
      if (state.over) return;
      const what = draw();
      if (what < turning) this.#shown = Math.floor(draw() * 5);
      else if (what < turning + opening)
        this.#tabs[this.#shown] = new Tab(pagesOf(draw)[Math.floor(draw() * 5)] as Page);
      else await this.#save();
      await this.#refetch(false);
    }
  }

  /** A change of a record, or of lists, refreshes the visible tab. */
  async hear(record?: string): Promise<void> {
    for (const tab of this.#tabs) tab.forget(record);
    await this.#office.sleep(this.#office.draw() * 500);
    await this.#refetch(true);
  }

  async #save(): Promise<void> {
    this.#shown = 2;
    await this.#click(() => this.#office.write(this.#process, "click"));
    const tab = this.#tabs[this.#shown] as Tab;
    tab.forget(tab.offer);
    this.#announce(tab.offer);
  }

  async #refetch(quiet: boolean): Promise<void> {
    const { clock, read } = this.#office;
    const tab = this.#tabs[this.#shown] as Tab;
    const reads = tab.outdated(clock.now()).map((question) => {
      tab.readAt.set(question, clock.now());
      const act = () => read(this.#process, question, quiet);
      return quiet ? act().catch(() => {}) : this.#click(act);
    });
    await Promise.all(reads);
  }

  async #click(act: () => Promise<unknown>): Promise<void> {
    const { clock, state, tally } = this.#office;
    const begun = clock.now();
    await act().catch((cause: Error) => {
      if (state.counting) tally.failed.push(cause.message);
    });
    if (state.counting) tally.clicks.push(clock.now() - begun);
  }
}

const questionsOf = {
  overview: ["metrics", "metrics before", "experiments", "offers counted", "bundles counted"],
  offers: ["offers"],
  offer: ["offer"],
  bundles: ["bundles"],
  jobs: [],
};

/** Most people look at the first page of the list, and hardly two at the same offer. */
const pagesOf = (draw: () => number): Page[] => [
  { kind: "overview" },
  { kind: "offers", n: draw() < 0.6 ? 1 : 2 },
  { kind: "offer", n: 1 + Math.floor(draw() * 30) },
  { kind: "bundles" },
  { kind: "jobs" },
];

class Tab {
  readonly readAt = new Map<string, number>();
  readonly offer: string | undefined;
  private readonly questions: string[];

  constructor(page: Page) {
    this.questions = questionsOf[page.kind].map((question) => ("n" in page ? `${question} ${page.n}` : question));
    this.offer = page.kind === "offer" ? this.questions[0] : undefined;
  }

  forget(record?: string): void {
    const touched = (question: string) => question.startsWith("offers") || question === record;
    for (const question of this.questions) if (touched(question)) this.readAt.delete(question);
  }

  outdated(now: number): string[] {
    return this.questions.filter((question) => now - (this.readAt.get(question) ?? -staleMs) >= staleMs);
  }
}

function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
