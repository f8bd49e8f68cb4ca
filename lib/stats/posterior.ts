// The posterior of a rate is Beta(1 + conversions, 1 + visitors - conversions).

// Gauss–Legendre integration over panels of at most one and a half spreads of the narrowest posterior. It needs no
// gamma or incomplete beta functions, because each density is divided by its own integral: a hundred million visitors
// cost as much as ten.

type Arm = { visitors: number; conversions: number };

type Posterior = {
  hits: number;
  misses: number;
  /** The logarithm of the density's peak, before it is divided by its integral. */
  peak: number;
  /** Less than 1e-9 of the density lies outside these bounds. */
  from: number;
  to: number;
  spread: number;
  mass: number;
};

export function chanceToBeatControl(x0: number, n0: number, x1: number, n1: number): number | null {
  return chanceToBeBest([
    { visitors: n0, conversions: x0 },
    { visitors: n1, conversions: x1 },
  ])[1] as number | null;
}

export function chanceToBeBest(arms: readonly Arm[]): (number | null)[] {
  if (!arms.every(isArm)) return arms.map(() => null);
  const posteriors = arms.map(({ visitors, conversions }) => posteriorOf(conversions, visitors));
  const chances = posteriors.map(() => 0);
  // Below this point, the arm with the highest lower bound lies higher, so no other arm can be the best.
  const from = Math.max(...posteriors.map((one) => one.from));
  const to = Math.max(...posteriors.map((one) => one.to));
  const above = new Float64Array(posteriors.length + 1);
  walk(posteriors, from, to, (densities, below, weight) => {
    for (let node = 0; node < order; node++) {
      // The product of all other arms is made from both sides, without a division by zero.
      above[posteriors.length] = weight(node);
      for (let arm = posteriors.length; arm-- > 0; ) {
        above[arm] = (above[arm + 1] as number) * at(below, arm, node);
      }
      let before = 1;
      for (let arm = 0; arm < posteriors.length; arm++) {
        chances[arm] = (chances[arm] as number) + before * at(densities, arm, node) * (above[arm + 1] as number);
        before *= at(below, arm, node);
      }
    }
  });
  return chances.map((chance) => Math.min(1, chance));
}

/** How much better the control is on average, counting zero where it is worse: the risk of choosing the variant. */
export function expectedLoss(x0: number, n0: number, x1: number, n1: number): number | null {
  if (!isArm({ visitors: n0, conversions: x0 }) || !isArm({ visitors: n1, conversions: x1 })) return null;
  const control = posteriorOf(x0, n0);
  const variant = posteriorOf(x1, n1);
  if (variant.from >= control.to) return 0;
  let loss = 0;
  // The mean of the positive part is the integral of P(variant < t < control).
  walk([control, variant], variant.from, control.to, (_densities, below, weight) => {
    for (let node = 0; node < order; node++) loss += weight(node) * at(below, 1, node) * (1 - at(below, 0, node));
  });
  return loss;
}

const order = 10;
const { nodes, weights, sums } = gaussLegendre(order);
const at = (values: Float64Array, arm: number, node: number) => values[arm * order + node] as number;

/** Visits all nodes, panel by panel, with each arm's density and the chance that its rate lies below. */
function walk(
  posteriors: readonly Posterior[],
  from: number,
  to: number,
  visit: (densities: Float64Array, below: Float64Array, weight: (node: number) => number) => void,
): void {
  const densities = new Float64Array(posteriors.length * order);
  const below = new Float64Array(posteriors.length * order);
  const [hit, miss] = [new Float64Array(order), new Float64Array(order)];
  const reached = posteriors.map((one) => massUpTo(one, from) / one.mass);
  let start = from;
  while (start < to) {
    let end = to;
    for (const one of posteriors) {
      if (one.to <= start) continue;
      end = Math.min(end, one.from > start ? one.from : start + one.spread * widest);
    }
    // A step smaller than the precision of a double would never end.
    if (end <= start) break;
    const half = (end - start) / 2;
    for (let node = 0; node < order; node++) {
      const rate = start + half * (1 + (nodes[node] as number));
      hit[node] = Math.log(rate);
      miss[node] = Math.log1p(-rate);
    }
    for (let arm = 0; arm < posteriors.length; arm++) {
      const one = posteriors[arm] as Posterior;
      const first = arm * order;
      const before = reached[arm] as number;
      if (end <= one.from || start >= one.to) {
        densities.fill(0, first, first + order);
        below.fill(before, first, first + order);
        continue;
      }
      let whole = 0;
      for (let node = 0; node < order; node++) {
        const height = logDensity(one, hit[node] as number, miss[node] as number) - one.peak;
        const density = Math.exp(height) / one.mass;
        densities[first + node] = density;
        whole += (weights[node] as number) * density;
      }
      for (let node = 0; node < order; node++) {
        let sum = 0;
        for (let k = 0; k < order; k++) sum += (sums[node * order + k] as number) * (densities[first + k] as number);
        below[first + node] = Math.min(1, before + half * sum);
      }
      reached[arm] = Math.min(1, before + half * whole);
    }
    visit(densities, below, (node) => half * (weights[node] as number));
    start = end;
  }
}

/** In spreads. Ten nodes on a panel of this width are exact to about 1e-11 of a normal density. */
const widest = 1.5;
/** A density this far below its peak, e^-24 or seven spreads out, counts as zero. */
const depth = 24;

function posteriorOf(hits: number, visitors: number): Posterior {
  const misses = visitors - hits;
  const mode = visitors === 0 ? 0.5 : hits / visitors;
  const shape = { hits, misses };
  const peak = logDensity(shape, Math.log(mode), Math.log1p(-mode));
  const from = hits === 0 ? 0 : edge(shape, peak, 0, mode);
  const to = misses === 0 ? 1 : edge(shape, peak, 1, mode);
  const posterior = { ...shape, peak, from, to, spread: (to - from) / (2 * Math.sqrt(2 * depth)), mass: 0 };
  posterior.mass = massUpTo(posterior, to);
  return posterior;
}

/** The point between the mode and an end where the density, which falls monotonically, reaches zero. */
function edge(shape: { hits: number; misses: number }, peak: number, outer: number, mode: number): number {
  let [outside, inside] = [outer, mode];
  for (let step = 0; step < 100; step++) {
    // Near zero, bisects in proportion, because rates of one in a hundred million are possible.
    const middle = outer === 0 && outside > 0 ? Math.sqrt(outside * inside) : (outside + inside) / 2;
    if (logDensity(shape, Math.log(middle), Math.log1p(-middle)) < peak - depth) outside = middle;
    else inside = middle;
    if (Math.abs(inside - outside) < 1e-3 * Math.abs(mode - inside)) break;
  }
  return outside;
}

function logDensity({ hits, misses }: { hits: number; misses: number }, hit: number, miss: number): number {
  return (hits === 0 ? 0 : hits * hit) + (misses === 0 ? 0 : misses * miss);
}

function massUpTo(one: Posterior, end: number): number {
  const to = Math.min(end, one.to);
  if (to <= one.from) return 0;
  const panels = Math.ceil((to - one.from) / (one.spread * widest));
  const half = (to - one.from) / panels / 2;
  let mass = 0;
  for (let panel = 0; panel < panels; panel++) {
    for (let node = 0; node < order; node++) {
      const rate = one.from + half * (2 * panel + 1 + (nodes[node] as number));
      mass += (weights[node] as number) * Math.exp(logDensity(one, Math.log(rate), Math.log1p(-rate)) - one.peak);
    }
  }
  return mass * half;
}

function isArm({ visitors, conversions }: Arm): boolean {
  return Number.isFinite(visitors) && visitors >= 0 && conversions >= 0 && conversions <= visitors;
}

/** Nodes and weights on [-1, 1], and for each node the weights of the integral from -1 to it. */
function gaussLegendre(size: number): { nodes: number[]; weights: number[]; sums: number[] } {
  const slope = (x: number) => (size * (x * legendre(size, x) - legendre(size - 1, x))) / (x * x - 1);
  const nodes = Array.from({ length: size }, (_, n) => {
    let x = -Math.cos((Math.PI * (n + 0.75)) / (size + 0.5));
    for (let step = 0; step < 20; step++) x -= legendre(size, x) / slope(x);
    return x;
  });
  const weights = nodes.map((x) => 2 / ((1 - x * x) * slope(x) ** 2));
  const sums = nodes.flatMap((upTo) =>
    nodes.map((x, k) => {
      let sum = upTo + 1;
      for (let m = 1; m < size; m++) sum += legendre(m, x) * (legendre(m + 1, upTo) - legendre(m - 1, upTo));
      return ((weights[k] as number) / 2) * sum;
    }),
  );
  return { nodes, weights, sums };
}

function legendre(degree: number, x: number): number {
  let [below, value] = [0, 1];
  for (let m = 0; m < degree; m++) [below, value] = [value, ((2 * m + 1) * x * value - m * below) / (m + 1)];
  return value;
}
