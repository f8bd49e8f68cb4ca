import { type Guardrail, guardrails } from "./contract/checkout/experiment-words.ts";
import { alwaysValidAgainst } from "./stats/index.ts";

// The service pauses an experiment by the same rule by which a page calls a guardrail broken.

type Sums = Record<"ordered" | "orders" | "refunded" | "cancelled", number>;
type Arm = { name: string; visitors: number; sums?: Sums | undefined };

export type Guarded = {
  guardrail: Guardrail;
  name: string;
  base: number | null;
  value: number | null;
  bounds: { lower: number | null; upper: number | null };
  state: "unknown" | "fine" | "broken";
};

/** Orders are a share of the visitors, refunds and cancellations are shares of the orders. */
function guardedCounts(guardrail: Guardrail, { visitors, sums }: Arm): { conversions: number; visitors: number } {
  const { ordered, orders, refunded, cancelled } = sums ?? { ordered: 0, orders: 0, refunded: 0, cancelled: 0 };
  if (guardrail === "order_rate") return { conversions: ordered, visitors };
  if (guardrail === "refunds") return { conversions: refunded, visitors: orders };
  return { conversions: cancelled, visitors: orders + cancelled };
}

/** With fewer cases in both variants together it is too early, because the test is valid for large counts only. */
const leastCases = 50;
const shareOf = ({ conversions, visitors }: ReturnType<typeof guardedCounts>) =>
  visitors > 0 ? conversions / visitors : null;

/** A guardrail is broken once the interval excludes zero in the bad direction. */
export function guardedOf(wanted: readonly Guardrail[], arms: readonly Arm[], control: Arm): Guarded[] {
  return guardrails
    .filter((guardrail) => wanted.includes(guardrail))
    .flatMap((guardrail) => {
      const others = arms.filter((arm) => arm !== control);
      const before = guardedCounts(guardrail, control);
      const counts = others.map((arm) => guardedCounts(guardrail, arm));
      return alwaysValidAgainst(before, counts).map(({ absolute: { lower, upper } }, at): Guarded => {
        const now = counts[at] as typeof before;
        const worse = guardrail === "order_rate" ? upper !== null && upper < 0 : lower !== null && lower > 0;
        const few = lower === null || before.conversions + now.conversions < leastCases;
        return {
          guardrail,
          name: others[at]?.name ?? "",
          base: shareOf(before),
          value: shareOf(now),
          bounds: few ? { lower: null, upper: null } : { lower, upper },
          state: few ? "unknown" : worse ? "broken" : "fine",
        };
      });
    });
}
