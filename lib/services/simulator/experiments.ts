import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { experiment, StoredVariant } from "../../database/schema/checkout.ts";
import { sampleRatioMismatch, twoProportionTest } from "../../stats/index.ts";
import { type Count, winnerOf } from "../checkout/verdict.ts";
import { assignVariant } from "../storefront/assign.ts";
import type { Visitor } from "../storefront/experiment-visitors.ts";
import { type Calendar, type Day, isOver, visitorId, visitRandom, visitStart } from "./calendar.ts";
import { type Planned, plannedDesigns, planRow, unvalued, valued } from "./planned-experiments.ts";
import { Random } from "./random.ts";
import { hour } from "./time.ts";

type Design = {
  name: string;
  /** What the merchant calls the variants, in the order of the variants. */
  labels: string[];
  /** `rates` has the conversion rate of each variant at the same position, unless it is a draft. */
  variants: StoredVariant[];
  rates?: number[];
  /** How many days ago the experiment started; undefined for a draft. */
  ago?: number;
  /** Days until a person stopped it; otherwise it runs until it is decided. */
  lasts?: number;
  perDay?: number;
  /** The share of a variant's visitors that the shop fails to report. */
  lost?: Record<string, number>;
  planned?: Planned;
  fits?(run: Run): boolean;
};
type Seen = Visitor & { exposedAt: Date; day: string; variant: string };
/** `daily` holds the counts at the end of each day. */
type Run = { visitors: Seen[]; daily: Count[][]; winner: string | null; endedAt: Date | null };

const half = [
  { name: "control", weight: 1 },
  { name: "variant_a", weight: 1 },
];
const quarters = [
  { name: "control", weight: 2 },
  { name: "variant_a", weight: 1 },
  { name: "variant_b", weight: 1 },
];

const last = (run: Run) => run.daily.at(-1) ?? [];
const pOf = ([a, b]: Count[]) =>
  (a && b && twoProportionTest(a.conversions, a.visitors, b.conversions, b.visitors).pValue) ?? 1;

const designs: Design[] = [
  {
    name: "Grinder offer: picture or words",
    labels: ["Words only", "Picture instead of words"],
    variants: half,
    rates: [0.09, 0.12],
    ago: 66,
    perDay: 320,
    fits: ({ winner }) => winner === "variant_a",
  },
  {
    name: "Free filters or ten percent off",
    labels: ["Free filters", "Ten percent off"],
    variants: half,
    rates: [0.115, 0.085],
    ago: 47,
    perDay: 320,
    fits: ({ winner }) => winner === "control",
  },
  {
    name: "Offers in the cart or after payment",
    labels: ["In the cart", "After payment"],
    variants: half,
    rates: [0.1, 0.1],
    ago: 130,
    lasts: 35,
    perDay: 250,
    fits: (run) => run.winner === null && pOf(last(run)) > 0.3,
  },
  {
    // There is no difference in the end, but a plain p-value would have been below 0.05 on some evenings.
    name: "One offer or two",
    labels: ["One offer", "Two offers"],
    variants: half,
    rates: [0.1, 0.1],
    ago: 80,
    lasts: 28,
    perDay: 260,
    fits: (run) =>
      run.winner === null &&
      pOf(last(run)) > 0.2 &&
      run.daily.slice(3, -5).some((counts) => pOf(counts) < 0.045 && counts.every((each) => each.conversions >= 50)),
  },
  {
    name: "Wording of the subscription",
    labels: ["Subscribe and save", "Coffee every month", "Never run out"],
    variants: quarters,
    rates: [0.1, 0.107, 0.098],
    ago: 18,
    perDay: 240,
    fits: ({ winner }) => winner === null,
  },
  {
    // A fifth of the variant's visitors are never reported, so its split is broken and its result is invalid.
    name: "Percent or amount off",
    labels: ["Percent off", "Amount off"],
    variants: half,
    rates: [0.1, 0.113],
    ago: 12,
    perDay: 300,
    lost: { variant_a: 0.2 },
    fits: ({ winner }) => winner === null,
  },
  {
    name: "Bundle box in the cart",
    labels: ["Without the box", "With the box"],
    variants: half,
    rates: [0.08, 0.09],
    ago: 2,
    perDay: 90,
    fits: ({ winner }) => winner === null,
  },
  {
    name: "Free shipping line above the offer",
    labels: ["Without the line", "With the line"],
    variants: half,
  },
  {
    name: "Three placements of one offer",
    labels: ["In the cart", "At checkout", "After payment"],
    variants: quarters,
  },
  ...plannedDesigns,
];

export type ShopExperiment = {
  row: Omit<typeof experiment.$inferInsert, "tenantId"> & { createdAt: Date };
  names: { name: string; label: string }[];
  run: Run;
  counts: Count[];
};

export function makeExperiments(calendar: Calendar, currency: string): ShopExperiment[] {
  const today = calendar.days.length - 1;
  return designs.map((design, n) => {
    const id = `exp_demo${n + 1}`;
    const { run, startedAt } = find(calendar, design, id, n);
    const { planned } = design;
    const random = new Random(calendar.seed, n);
    if (planned) for (const seen of run.visitors) Object.assign(seen, valued(random, seen.converted, currency));
    const status = !startedAt ? "draft" : run.endedAt ? "completed" : "running";
    const created = startedAt?.getTime() ?? (calendar.days[today - 3 - n] as Day).start + 10 * hour;
    return {
      row: {
        id,
        name: design.name,
        status,
        variants: design.variants,
        winner: planned?.shipped ? "variant_a" : run.winner,
        startedAt,
        endedAt: run.endedAt,
        createdAt: new Date(created - 2 * hour),
        ...planRow(design, run.endedAt),
      },
      names: design.variants.map(({ name }, at) => ({ name, label: design.labels[at] as string })),
      run,
      counts: last(run),
    };
  });
}

/** Tries random seeds until the experiment tells the intended story and its split is not broken by chance. */
function find(calendar: Calendar, design: Design, id: string, n: number): { run: Run; startedAt: Date | null } {
  if (design.ago === undefined)
    return { run: { visitors: [], daily: [], winner: null, endedAt: null }, startedAt: null };
  const first = calendar.days.length - 1 - design.ago;
  const startedAt = new Date((calendar.days[first] as Day).start + 9 * hour);
  const weights = design.variants.map(({ weight }) => weight);
  for (let attempt = 0; attempt < 2000; attempt++) {
    const crowd = gather(calendar, design, id, first, startedAt, attempt);
    const run = convert(design, crowd, new Random(calendar.seed, 7919 * (n + 1), attempt));
    const split = sampleRatioMismatch(
      last(run).map(({ visitors }) => visitors),
      weights,
    ).pValue;
    const isOdd = (split ?? 1) < (design.lost ? 1e-5 : 0.02);
    if (isOdd === (design.lost !== undefined) && (design.fits?.(run) ?? true)) return { run, startedAt };
  }
  throw new Error(`No run of the experiment ${design.name} came out as it should.`);
}

type Crowd = { days: Omit<Seen, "converted">[][]; stoppedAt: Date | null };
let known: { key: string; crowd: Crowd } | undefined;

/** The reported visitors by day. Draws other visitors every forty attempts, in case the split itself is improbable. */
function gather(
  calendar: Calendar,
  design: Design,
  id: string,
  first: number,
  startedAt: Date,
  attempt: number,
): Crowd {
  const shift = Math.floor(attempt / 40) * 11;
  const key = `${calendar.seed} ${calendar.now} ${calendar.days[0]?.start} ${id} ${shift}`;
  if (known?.key === key) return known.crowd;
  const random = new Random(calendar.seed, first, shift);
  const stop = design.lasts === undefined ? null : (calendar.days[first + design.lasts] as Day).start + 10 * hour;
  const days = calendar.days.slice(first, design.lasts === undefined ? undefined : first + design.lasts + 1);
  const crowd = {
    stoppedAt: stop === null ? null : new Date(stop),
    days: days.map((day) =>
      Array.from({ length: Math.min(design.perDay ?? 0, day.visits - shift) }, (_, k) => k + shift).flatMap((visit) => {
        const start = visitStart(visitRandom(calendar, day, visit), day);
        const exposedAt = new Date(start + 40_000);
        const visitor = visitorId(day, visit);
        const variant = assignVariant(id, visitor, design.variants);
        if (random.chance(design.lost?.[variant] ?? 0) || !isOver(calendar, start)) return [];
        if (exposedAt < startedAt || (stop !== null && exposedAt.getTime() > stop)) return [];
        return [{ ...unvalued, experimentId: id, visitorId: visitor, variant, exposedAt, day: day.day }];
      }),
    ),
  };
  known = { key, crowd };
  return crowd;
}

function convert({ variants, rates = [], planned }: Design, { days, stoppedAt }: Crowd, random: Random): Run {
  const run: Run = { visitors: [], daily: [], winner: null, endedAt: stoppedAt };
  const counts = variants.map(({ name }) => ({ variant: name, visitors: 0, conversions: 0 }));
  for (const day of days) {
    for (const visitor of day) {
      const at = variants.findIndex(({ name }) => name === visitor.variant);
      const count = counts[at] as Count;
      const converted = random.chance(rates[at] ?? 0);
      count.visitors++;
      if (converted) count.conversions++;
      run.visitors.push({ ...visitor, converted, convertedBy: converted ? "server" : null });
    }
    run.daily.push(counts.map((count) => ({ ...count })));
    // About an experiment with a plan, people decide.
    run.winner = planned ? null : winnerOf(variants, counts);
    if (run.winner === null) continue;
    // The service ends an experiment with the events that decide it.
    run.endedAt = new Date(Math.max(...day.map(({ exposedAt }) => exposedAt.getTime())) + conversionMs + 1_000);
    break;
  }
  return run;
}

export const conversionMs = 240_000;

export function tellExposure({ variant, exposedAt, converted, orders, ...seen }: Seen): StorefrontEvent[] {
  const { experimentId, visitorId } = seen;
  const about = { experiment_id: experimentId, visitor_id: visitorId };
  const id = `${experimentId}_${visitorId}`;
  const at = (ms: number) => new Date(exposedAt.getTime() + ms).toISOString();
  return [
    { id: `${id}_seen`, type: "experiment.exposed", occurred_at: at(0), ...about, variant },
    // With a plan, orders are what converts.
    ...(converted && orders === 0
      ? [{ id: `${id}_won`, type: "experiment.converted" as const, occurred_at: at(conversionMs), ...about }]
      : []),
  ];
}
