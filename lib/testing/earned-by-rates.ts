/** A part of an order that earns by a rate of its own. In minor units. */
type Part = { percent: number; listed: number; back: number };

/** What refunds gave back: for goods of the parts, for tax and shipping, and for what nobody told. */
type Back = { beside: number; untold: number };

const halfUp = (top: number, bottom: number) => Number((2n * BigInt(top) + BigInt(bottom)) / (2n * BigInt(bottom)));
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/**
 * What an affiliate earns by an order without discounts, whose tax and shipping do not earn. It shares no code with the
 * service: the amount that is left is handed out unit by unit.
 */
export function earnedByRates(total: number, parts: readonly Part[], { beside, untold }: Back): number {
  const goods = sum(parts.map(({ listed }) => listed));
  const told = sum(parts.map(({ back }) => back));
  if (goods === 0 || untold + told + beside >= total) return 0;
  const ofGoods = halfUp(untold * goods, total);
  const over = Math.max(0, untold - ofGoods + beside - (total - goods));
  const left = Math.max(0, goods - Math.min(goods, ofGoods + over));
  const seats = parts.map(() => 0);
  for (let n = 0; n < left; n++) {
    let best = 0;
    for (const [at, { listed }] of parts.entries()) {
      const [own, leading] = [listed * ((seats[best] ?? 0) + 1), (parts[best]?.listed ?? 0) * ((seats[at] ?? 0) + 1)];
      if (own > leading) best = at;
    }
    seats[best] = (seats[best] ?? 0) + 1;
  }
  let missing = sum(parts.map(({ back }, at) => Math.max(0, back - (seats[at] ?? 0))));
  return sum(
    parts.map(({ percent, back }, at) => {
      const kept = Math.max(0, (seats[at] ?? 0) - back);
      const taken = Math.min(kept, missing);
      missing -= taken;
      return halfUp((kept - taken) * percent, 100);
    }),
  );
}
