import type { ExperimentDesign } from "../../contract/checkout/experiment-draft.ts";
import type { experiment, StoredVariant } from "../../database/schema/checkout.ts";
import { freeze } from "../checkout/experiment-baseline.ts";
import type { Visitor } from "../storefront/experiment-visitors.ts";
import { priceIn } from "./products.ts";
import type { Random } from "./random.ts";

/** What an experiment with a plan has more than the others. */
export type Planned = {
  hypothesis: string;
  /** Undefined while the experiment runs. */
  shipped?: { reason: string; learned: string };
};
type Design = { variants: StoredVariant[]; rates?: number[]; perDay?: number; planned?: Planned };
type Row = Pick<typeof experiment.$inferInsert, "plan" | "frozen" | "decisions" | "learned">;

const labels = ["As before", "Larger discount"];
const common = { labels, rates: [0.08, 0.13], perDay: 330 };

const discounted = (upsell_id: string, value: number): StoredVariant[] => [
  { name: "control", weight: 1, label: labels[0] as string },
  {
    name: "variant_a",
    weight: 1,
    label: labels[1] as string,
    changes: { offers: [{ upsell_id, discount: { type: "percentage", value } }], bundles: [] },
  },
];

export const plannedDesigns = [
  {
    ...common,
    name: "Storage tin at a quarter off",
    variants: discounted("ups_demo003", 25),
    ago: 24,
    planned: { hypothesis: "Beans need a tin. At a quarter off, more shoppers order both at once." },
  },
  {
    ...common,
    name: "Filters at 30 percent off",
    variants: discounted("ups_demo023", 30),
    ago: 75,
    lasts: 25,
    planned: {
      hypothesis: "With cheap filters, it is easier to decide for a dripper.",
      shipped: {
        reason: "More shoppers order, and the filters leave room for the discount.",
        learned: "A discount on what is used up brings more orders than one on the device.",
      },
    },
  },
];

export function planRow({ planned, variants, rates = [], perDay = 0 }: Design, endedAt: Date | null): Row {
  if (!planned) return { plan: null, frozen: null, decisions: [], learned: null };
  const plan: ExperimentDesign = {
    metric: "conversion",
    effect: 0.3,
    traffic: 1,
    audience: {},
    hypothesis: planned.hypothesis,
    guardrails: ["refunds"],
    stops_on_breach: true,
  };
  const shop = { days: 28, visitors: 28 * perDay, visitors_per_day: perDay, conversion: rates[0] ?? null };
  const amounts = { revenue_per_visitor: null, revenue_deviation: null, average_order: null, cap: null };
  const known = { ...shop, ...amounts, average_order_deviation: null, acceptance: null };
  const { reason, learned = null } = planned.shipped ?? {};
  const at = endedAt?.toISOString();
  return {
    plan,
    frozen: { ...freeze(plan, variants, known), slots: [[0, 10_000]] },
    decisions: reason && at ? [{ at, outcome: "ship", variant: "variant_a", reason }] : [],
    learned,
  };
}

type Worth = Omit<Visitor, "experimentId" | "visitorId" | "variant" | "exposedAt" | "day" | "converted">;

/** Of a visitor whose orders the service does not count. */
export const unvalued: Worth = {
  device: null,
  country: null,
  returning: null,
  accepted: false,
  orders: 0,
  revenue: 0,
  refunded: 0,
  cancelled: 0,
  prior: 0,
  convertedBy: null,
  unconfirmed: false,
  setAside: false,
};

export function valued(random: Random, ordered: boolean, currency: string): Worth {
  const spent = () => priceIn(currency, random.between(1_200, 6_900));
  const returning = random.chance(0.3);
  return {
    ...unvalued,
    device: ["mobile", "desktop", "tablet"][random.weighted([60, 34, 6])] as string,
    country: ["DE", "AT", "CH"][random.weighted([72, 16, 12])] as string,
    returning,
    accepted: ordered && random.chance(0.4),
    orders: Number(ordered),
    revenue: ordered ? spent() : 0,
    refunded: Number(ordered && random.chance(0.03)),
    prior: returning ? spent() : 0,
  };
}
