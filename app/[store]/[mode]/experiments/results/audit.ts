import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentResults, ExperimentVariant } from "@/lib/contract/checkout/experiments";
import { liftInterval, twoProportionTest } from "@/lib/stats/index";
import { countsOf } from "./measure";
import { armsOf, rivalsOf } from "./verdict";

type Comparison = "agrees" | "differs" | "percent" | "points" | "points_percent" | "confidence";
export type AuditFinding =
  | { kind: Comparison; figure: "rate" | "lift" | "p"; variant: string; api: number; ours: number }
  | { kind: "missing"; figure: "p" | "lift"; variant: string; ours: number }
  | { kind: "winner_unknown"; winner: string }
  | { kind: "winner_lost"; winner: string; best: string }
  | { kind: "winner_early"; winner: string }
  | { kind: "significance"; p: number }
  | { kind: "uncounted"; variant: string };

export const isContradiction = ({ kind }: AuditFinding): boolean => kind !== "agrees" && kind !== "missing";

export function auditNumbers({ variants, winner, status }: ExperimentResults): AuditFinding[] {
  const arms = armsOf(variants);
  if (!arms) {
    return variants
      .filter((variant) => armsOf([variant]) === null)
      .map(({ name }) => ({ kind: "uncounted", variant: name }));
  }
  const control = controlIn(arms);
  if (!control) return [];
  const rivals = rivalsOf(arms, control);
  return [
    ...variants.flatMap((variant) => rateFindings(variant)),
    ...variants.flatMap((variant): AuditFinding[] => {
      const rival = rivals.find(({ name }) => name === variant.name);
      if (!rival) return [];
      const counts = countsOf(control, rival);
      return [...liftFindings(variant, ...counts), ...pFindings(variant, twoProportionTest(...counts).pValue)];
    }),
    ...winnerFindings(winner),
    ...significance(),
  ];

  function winnerFindings(named: string | undefined): AuditFinding[] {
    if (named === undefined) return [];
    const arm = arms?.find(({ name }) => name === named);
    if (!arm) return [{ kind: "winner_unknown", winner: named }];
    const rate = (one: { conversions: number; visitors: number }) =>
      one.visitors > 0 ? one.conversions / one.visitors : 0;
    const best = [...(arms ?? [])].sort((a, b) => rate(b) - rate(a))[0];
    if (best && rate(best) > rate(arm)) return [{ kind: "winner_lost", winner: named, best: best.name }];
    const earned =
      arm === control ? rivals.every((rival) => rival.decided) : rivals.find((one) => one.name === named)?.decided;
    return earned ? [] : [{ kind: "winner_early", winner: named }];
  }

  function significance(): AuditFinding[] {
    if (status !== "significant" || rivals.length === 0 || !control) return [];
    const p = rivals.map((rival) => twoProportionTest(...countsOf(control, rival)).pValue ?? 1);
    const least = Math.min(...p);
    return least >= 0.05 ? [{ kind: "significance", p: least }] : [];
  }
}

function rateFindings({
  name,
  visitors = 0,
  conversions = 0,
  conversion_rate: api,
}: ExperimentVariant): AuditFinding[] {
  if (api === undefined || visitors === 0) return [];
  const ours = conversions / visitors;
  return isRounded(api, ours) ? [] : [compared("rate", name, api, ours, { percent: isRounded(api, ours * 100) })];
}

function liftFindings(
  { name, lift: api }: ExperimentVariant,
  ...[x0, n0, x1, n1]: readonly [number, number, number, number]
): AuditFinding[] {
  const { lift: ours } = liftInterval(x0, n0, x1, n1);
  if (ours === null) return [];
  if (api === undefined) return [{ kind: "missing", figure: "lift", variant: name, ours }];
  const difference = x1 / n1 - x0 / n0;
  const fits = {
    agrees: isRounded(api, ours),
    percent: isRounded(api, ours * 100),
    points: isRounded(api, difference),
    points_percent: isRounded(api, difference * 100),
  };
  return [compared("lift", name, api, ours, fits)];
}

function pFindings({ name, p_value: api }: ExperimentVariant, ours: number | null): AuditFinding[] {
  if (ours === null) return [];
  if (api === undefined) return [{ kind: "missing", figure: "p", variant: name, ours }];
  // Other tests of the same counts differ in the third digit, which changes no decision.
  const isNear = (one: number) => isRounded(one, ours) || Math.abs(one - ours) <= 0.05 * ours;
  const fits = { agrees: isNear(api), percent: isNear(api / 100) && api > 1, confidence: isRounded(api, 1 - ours) };
  return [compared("p", name, api, ours, fits)];
}

/** The first reading of the API's number that fits ours. */
function compared(
  figure: "rate" | "lift" | "p",
  variant: string,
  api: number,
  ours: number,
  fits: Partial<Record<Comparison, boolean>>,
): AuditFinding {
  const kinds = Object.keys(fits) as Comparison[];
  return { figure, variant, api, ours, kind: kinds.find((kind) => fits[kind]) ?? "differs" };
}

/** Returns true if `given` is `exact` rounded to the digits that `given` has. */
function isRounded(given: number, exact: number): boolean {
  const [, decimals = ""] = /\.(\d+)$/.exec(String(given)) ?? [];
  // A plain 0 could be any small number rounded, so numbers below 1 are compared with at least two digits.
  const step = 10 ** -Math.max(/e/.test(String(given)) ? 12 : decimals.length, Math.abs(given) < 1 ? 2 : 0);
  return Math.abs(given - exact) <= step * 0.5000001 + Math.abs(exact) * 1e-9;
}
