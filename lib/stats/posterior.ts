// The posterior of a rate is Beta(1 + conversions, 1 + visitors - conversions). Its density is divided by its own
// integral, so this needs no gamma or incomplete beta functions, and a hundred million visitors cost as much as ten.

import { gaussLegendre, integralsUpTo } from "./quadrature.ts";

type Arm = { visitors: number; conversions: number };

type Shape = { hits: number; misses: number };
type Posterior = Shape & {
  /** The logarithm of the density's peak, before it is divided by its integral. */
  peak: number;
  /** Less than 1e-9 of the density lies outside these bounds. */
  from: number;
  to: number;
  mass: number;
};

const both = (x0: number, n0: number, x1: number, n1: number): Arm[] => [
  { visitors: n0, conversions: x0 },
  { visitors: n1, conversions: x1 },
];

export function chanceToBeatControl(...counts: Parameters<typeof both>): number | null {
  return chanceToBeBest(both(...counts))[1] as number | null;
}

export function chanceToBeBest(arms: readonly Arm[]): (number | null)[] {
  if (!arms.every(isArm)) return arms.map(() => null);
  const chances = arms.map(() => 0);
  const posteriors = arms.map(posteriorOf);
  // Below this point, the arm with the highest lower bound lies higher, so no other arm can be the best.
  const from = Math.max(...posteriors.map((one) => one.from));
  integrate(posteriors, from, (weight, densities, below) => {
    for (const [arm, density] of densities.entries()) {
      if (density === 0) continue;
      const others = below.reduce((product, chance, other) => (other === arm ? product : product * chance), 1);
      chances[arm] = (chances[arm] as number) + weight * density * others;
    }
  });
  return chances.map((chance) => Math.min(1, chance));
}

/** How much better the control is on average, counting zero where it is worse: the risk of choosing the variant. */
export function expectedLoss(...counts: Parameters<typeof both>): number | null {
  const arms = both(...counts);
  if (!arms.every(isArm)) return null;
  let loss = 0;
  // The mean of the positive part is the integral of P(variant < t < control).
  integrate(arms.map(posteriorOf), 0, (weight, _densities, [control = 0, variant = 0]) => {
    loss += weight * variant * (1 - control);
  });
  return loss;
}

type Visit = (weight: number, densities: readonly number[], below: readonly number[]) => void;

/** `visit` gets, for each node, each arm's density and the chance that its rate lies below. */
function integrate(arms: readonly Posterior[], from: number, visit: Visit): void {
  const { nodes, weights, upTo } = quadrature();
  const ends = [...new Set(arms.flatMap(panelEnds))].sort((a, b) => a - b);
  let reached = arms.map(() => 0);
  for (const [panel, end] of ends.slice(1).entries()) {
    const start = ends[panel] as number;
    const half = (end - start) / 2;
    const densities = nodes.map((node) => arms.map((arm) => densityAt(arm, start + half * (1 + node))));
    const belowAt = (nodeWeights: readonly number[]) =>
      arms.map((arm, at) => {
        if (end <= arm.from) return 0;
        if (start >= arm.to) return 1;
        const sum = nodeWeights.reduce((total, weight, node) => total + weight * (densities[node]?.[at] ?? 0), 0);
        return Math.min(1, (reached[at] as number) + half * sum);
      });
    if (end > from) {
      for (const [node, weight] of weights.entries()) {
        visit(half * weight, densities[node] as number[], belowAt(upTo[node] as number[]));
      }
    }
    reached = belowAt(weights);
  }
}

/** Ten nodes on a panel of one and a half spreads are exact to about 1e-11 of a normal density. */
const size = 10;
let known: (ReturnType<typeof gaussLegendre> & { upTo: number[][] }) | undefined;

/** Computed when first needed: a slow phone takes 20 ms, and bundlers leave this module out where nothing uses it. */
function quadrature() {
  if (!known) {
    const rule = gaussLegendre(size);
    known = { ...rule, upTo: integralsUpTo(rule) };
  }
  return known;
}

const panels = 10;
/** A density this far below its peak, e^-24 or seven spreads out, counts as zero. */
const depth = 24;

function posteriorOf({ visitors, conversions: hits }: Arm): Posterior {
  const misses = visitors - hits;
  const mode = visitors === 0 ? 0.5 : hits / visitors;
  const peak = logDensity({ hits, misses }, mode);
  const from = hits === 0 ? 0 : edge({ hits, misses }, peak, 0, mode);
  const to = misses === 0 ? 1 : edge({ hits, misses }, peak, 1, mode);
  const posterior = { hits, misses, peak, from, to, mass: 1 };
  const { nodes, weights } = quadrature();
  const half = (to - from) / panels / 2;
  let mass = 0;
  for (const start of panelEnds(posterior).slice(0, -1)) {
    for (const [node, weight] of weights.entries()) {
      mass += half * weight * densityAt(posterior, start + half * (1 + (nodes[node] as number)));
    }
  }
  return { ...posterior, mass };
}

function panelEnds({ from, to }: Posterior): number[] {
  const ends = Array.from({ length: panels }, (_, panel) => from + ((to - from) * panel) / panels);
  return [...ends, to];
}

function edge(shape: Shape, peak: number, outer: number, mode: number): number {
  let [outside, inside] = [outer, mode];
  for (let step = 0; step < 100; step++) {
    // Near zero, bisects in proportion, because rates of one in a hundred million are possible.
    const middle = outer === 0 && outside > 0 ? Math.sqrt(outside * inside) : (outside + inside) / 2;
    if (logDensity(shape, middle) < peak - depth) outside = middle;
    else inside = middle;
    if (Math.abs(inside - outside) < 1e-3 * Math.abs(mode - inside)) break;
  }
  return outside;
}

function densityAt(arm: Posterior, rate: number): number {
  return rate < arm.from || rate > arm.to ? 0 : Math.exp(logDensity(arm, rate) - arm.peak) / arm.mass;
}

function logDensity({ hits, misses }: Shape, rate: number): number {
  return (hits === 0 ? 0 : hits * Math.log(rate)) + (misses === 0 ? 0 : misses * Math.log1p(-rate));
}

function isArm({ visitors, conversions }: Arm): boolean {
  return Number.isFinite(visitors) && visitors >= 0 && conversions >= 0 && conversions <= visitors;
}
