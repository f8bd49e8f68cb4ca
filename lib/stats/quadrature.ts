type Rule = { nodes: number[]; weights: number[] };

/** Nodes and weights on [-1, 1]. */
export function gaussLegendre(size: number): Rule {
  const slope = (x: number) => (size * (x * legendre(size, x) - legendre(size - 1, x))) / (x * x - 1);
  const nodes = Array.from({ length: size }, (_, n) => {
    let x = -Math.cos((Math.PI * (n + 0.75)) / (size + 0.5));
    for (let step = 0; step < 20; step++) x -= legendre(size, x) / slope(x);
    return x;
  });
  return { nodes, weights: nodes.map((x) => 2 / ((1 - x * x) * slope(x) ** 2)) };
}

/** For each node, the weights of the integral from -1 to it. */
export function integralsUpTo({ nodes, weights }: Rule): number[][] {
  return nodes.map((upTo) =>
    nodes.map((x, k) => {
      let sum = upTo + 1;
      for (let m = 1; m < nodes.length; m++) {
        sum += legendre(m, x) * (legendre(m + 1, upTo) - legendre(m - 1, upTo));
      }
      return ((weights[k] as number) / 2) * sum;
    }),
  );
}

function legendre(degree: number, x: number): number {
  let [below, value] = [0, 1];
  for (let m = 0; m < degree; m++) [below, value] = [value, ((2 * m + 1) * x * value - m * below) / (m + 1)];
  return value;
}
