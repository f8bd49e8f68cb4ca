import fc from "fast-check";
import { expect, test } from "vitest";
import { commissionFor } from "../commission-for.ts";
import { bonusesFor } from "./bonuses.ts";
import { nothingBefore, Standings } from "./standings.ts";
import { termsFor } from "./terms.ts";
import { type Rules, readRules } from "./versions.ts";

// A second computation of what an affiliate earns, with fractions and seat by seat where the service rounds at once.

type Fraction = { top: bigint; bottom: bigint };
const fraction = (top: number | bigint, bottom: number | bigint = 1): Fraction => ({
  top: BigInt(top),
  bottom: BigInt(bottom),
});
const times = (a: Fraction, b: Fraction) => fraction(a.top * b.top, a.bottom * b.bottom);
const floor = ({ top, bottom }: Fraction) => Number(top / bottom);
const halfUp = ({ top, bottom }: Fraction) => Number((top * 2n + bottom) / (bottom * 2n));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Largest remainders, as the base of the lines is split. */
function shares(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (all === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  const exact = weights.map((weight) => times(fraction(amount), fraction(weight, all)));
  const parts = exact.map(floor);
  const rest = exact.map(({ top, bottom }, at) => top - BigInt(parts[at] as number) * bottom);
  for (const at of [...rest.keys()].sort((a, b) => Number((rest[b] ?? 0n) - (rest[a] ?? 0n)) || a - b)) {
    if (sum(parts) < amount) parts[at] = (parts[at] as number) + 1;
  }
  return parts;
}

/** Gives each unit to the group that has the most weight for its next unit. */
function seats(amount: number, weights: readonly number[]): number[] {
  const parts = weights.map(() => 0);
  if (sum(weights) === 0) return parts.map((_, at) => (at === 0 ? amount : 0));
  for (let given = 0; given < amount; given++) {
    let best = 0;
    for (const at of weights.keys()) {
      const [a, b] = [weights[at] as number, weights[best] as number];
      if (a * ((parts[best] as number) + 1) > b * ((parts[at] as number) + 1)) best = at;
    }
    parts[best] = (parts[best] as number) + 1;
  }
  return parts;
}

const rate = fc.oneof(
  fc.record({
    rate_type: fc.constant("percentage" as const),
    rate: fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000),
  }),
  fc.record({ rate_type: fc.constant("fixed" as const), rate: fc.nat(900) }),
);
const money = fc.integer({ min: 1, max: 4_000 });
const product: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c");
const category = fc.constantFrom("tea", "cups");
const keyed = <Name extends string, K>(name: Name, key: fc.Arbitrary<K>) =>
  fc
    .uniqueArray(fc.tuple(key, rate), { maxLength: 3, selector: ([one]) => one })
    .map((rows) => rows.map(([one, rest]) => ({ [name]: one, ...rest }) as { [N in Name]: K } & typeof rest));
const anyRules = fc
  .record({
    exclude_tax: fc.boolean(),
    excluded_products: fc.uniqueArray(product, { maxLength: 1 }),
    default: rate,
    product_rates: keyed("product_id", product),
    category_rates: keyed("category", category),
    group_rates: keyed("group", fc.constantFrom("x", "y")),
    volume_tiers: keyed("threshold", money),
    new_customer_rate: fc.option(rate),
    returning_customer_rate: fc.option(rate),
    first_sale_bonus: fc.option(money),
    volume_bonuses: fc.uniqueArray(fc.record({ threshold: money, amount: money }), {
      maxLength: 2,
      selector: (row) => row.threshold,
    }),
    most_per_order: fc.option(money),
    most_per_month: fc.option(money),
  })
  .map(({ default: { rate_type, rate }, ...values }): Rules => {
    const all = { ...readRules(null), ...values, default_commission_type: rate_type, default_commission_rate: rate };
    return { ...all, version: 1, effectiveAt: new Date(0), currency: "EUR" };
  });
const line = fc.record({
  product_id: product,
  category: fc.option(category, { nil: undefined }),
  quantity: fc.integer({ min: 1, max: 3 }),
  unit_price: fc.nat(700),
});
const anyOrder = fc.record({
  lines: fc.array(line, { maxLength: 4 }),
  goods: fc.nat(2_500),
  tax: fc.nat(400),
  refund: fc.nat(100),
  returning: fc.option(fc.boolean()),
  month: fc.constantFrom("2026-03", "2026-04"),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "USD"),
});
const anyAffiliate = fc.record({
  own: fc.option(rate, { freq: 4 }),
  group: fc.constantFrom("x", "z", null),
});
type Order = typeof anyOrder extends fc.Arbitrary<infer O> ? O : never;
type Affiliate = typeof anyAffiliate extends fc.Arbitrary<infer A> ? A : never;
type Some = { rate_type: "percentage" | "fixed"; rate: number };

/** All that an affiliate earns by orders in a row: commissions by currency, and bonuses. */
function expected(rules: Rules, affiliate: Affiliate, orders: readonly Order[]) {
  const earned = { EUR: 0, USD: 0 };
  const [volumes, months, had] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()];
  let [revenue, count] = [0, 0];
  for (const { lines, goods, tax, refund, returning, month, currency } of orders) {
    const total = goods + tax;
    const refunded = Math.floor((total * refund) / 100);
    const volume = volumes.get(month) ?? 0;
    const forAll = ((): Some => {
      if (affiliate.own) return affiliate.own;
      const customer =
        returning === true ? rules.returning_customer_rate : returning === false ? rules.new_customer_rate : null;
      if (customer) return customer;
      const reached = rules.volume_tiers.filter(({ threshold }) => threshold <= volume);
      const best = Math.max(...reached.map(({ threshold }) => threshold));
      const tier = reached.find(({ threshold }) => threshold === best);
      const { default_commission_type: rate_type, default_commission_rate: rate } = rules;
      return tier ?? rules.group_rates.find((row) => row.group === affiliate.group) ?? { rate_type, rate };
    })();
    const ruleOf = ({ product_id, category }: Order["lines"][number]): [string, Some, boolean] => {
      if (affiliate.own) return ["rest", forAll, false];
      const byProduct = rules.product_rates.find((row) => row.product_id === product_id);
      if (byProduct) return [`product ${product_id}`, byProduct, true];
      const byCategory = rules.category_rates.find((row) => row.category === category);
      return byCategory ? [`category ${category}`, byCategory, true] : ["rest", forAll, false];
    };
    const foreign = ({ rate_type }: Some) => rate_type === "fixed" && currency !== "EUR";
    const taxed = rules.exclude_tax ? total - Math.min(tax, total) : total;
    const bare = lines.length === 0;
    const items = bare ? [{ product_id: "", category: undefined, quantity: 1, unit_price: 1 }] : lines;
    const wholes = shares(
      taxed,
      items.map(({ quantity, unit_price }) => quantity * unit_price),
    );
    const groups = new Map<string, { rule: Some; byPiece: boolean; whole: number; pieces: number }>();
    for (const [at, item] of items.entries()) {
      const [name, rule, byPiece] = ruleOf(item);
      const group = groups.get(name) ?? { rule, byPiece, whole: 0, pieces: 0 };
      groups.set(name, group);
      const out = (!bare && rules.excluded_products.includes(item.product_id)) || foreign(rule);
      if (out) continue;
      group.whole += wholes[at] as number;
      group.pieces += (wholes[at] as number) > 0 ? item.quantity : 0;
    }
    const left = sum([...groups.values()].map(({ whole }) => whole));
    const base = refunded >= total ? 0 : left - halfUp(fraction(refunded * left, total));
    const bases = seats(
      base,
      [...groups.values()].map(({ whole }) => whole),
    );
    let amount = sum(
      [...groups.values()].map(({ rule, byPiece, pieces }, at) => {
        const own = bases[at] as number;
        const exact = fraction(Math.round(rule.rate * 10_000), 10_000);
        const paid =
          rule.rate_type === "fixed" ? times(exact, fraction(byPiece ? pieces : 1)) : times(exact, fraction(own, 100));
        return Math.min(own, halfUp(paid));
      }),
    );
    const inEuros = currency === "EUR";
    if (inEuros) {
      if (rules.most_per_order !== null) amount = Math.min(amount, rules.most_per_order);
      if (rules.most_per_month !== null)
        amount = Math.min(amount, Math.max(0, rules.most_per_month - (months.get(month) ?? 0)));
    }
    earned[currency as "EUR"] += amount;
    const net = inEuros ? total - refunded : 0;
    let bonus = 0;
    if (count === 0 && rules.first_sale_bonus !== null) bonus += rules.first_sale_bonus;
    for (const { threshold, amount } of rules.volume_bonuses) {
      if (revenue < threshold && revenue + net >= threshold && !had.has(String(threshold))) {
        had.add(String(threshold));
        bonus += amount;
      }
    }
    earned.EUR += bonus;
    months.set(month, (months.get(month) ?? 0) + bonus + (inEuros ? amount : 0));
    volumes.set(month, volume + net);
    revenue += net;
    count += 1;
  }
  return earned;
}

function computed(rules: Rules, { own, group }: Affiliate, orders: readonly Order[]) {
  const standings = new Standings("EUR");
  const affiliate = {
    ownRate: own !== null,
    commissionType: own?.rate_type ?? "percentage",
    commissionRate: own?.rate ?? 0,
    currency: "EUR",
    group,
  };
  const earned = { EUR: 0, USD: 0 };
  for (const [n, { lines, goods, tax, refund, returning, month, currency }] of orders.entries()) {
    const total = goods + tax;
    const facts = {
      total,
      tax,
      shipping: 0,
      refundedAmount: Math.floor((total * refund) / 100),
      currency,
      status: "paid" as const,
    };
    const order = { ...facts, id: `${n}`, affiliateId: "aff", day: `${month}-05`, lineItems: lines as never };
    standings.set(order, { ...nothingBefore, returning });
    const standing = standings.of(order);
    const { amount } = commissionFor(order, termsFor({ order, affiliate, rules, standing }), rules);
    const commissions = [{ amount, currency }, ...bonusesFor(order, rules, standing)];
    standings.add(order, commissions);
    for (const one of commissions) earned[one.currency as "EUR"] += one.amount;
  }
  return earned;
}

test("what affiliates earn equals an independent computation, for a thousand programs", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      anyRules,
      anyAffiliate,
      fc.array(anyOrder, { minLength: 1, maxLength: 6 }),
      (rules, affiliate, orders) => {
        expect(computed(rules, affiliate, orders)).toEqual(expected(rules, affiliate, orders));
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a larger refund never makes a larger commission, whatever the rules of the parts", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(anyRules, anyAffiliate, anyOrder, fc.nat(100), (rules, affiliate, order, more) => {
      const refunded = { ...order, refund: Math.min(100, order.refund + more) };
      const without = { ...rules, first_sale_bonus: null, volume_bonuses: [] };
      const [before, after] = [order, refunded].map((one) => computed(without, affiliate, [one]));
      expect(after?.EUR).toBeLessThanOrEqual(before?.EUR ?? 0);
      expect(after?.USD).toBeLessThanOrEqual(before?.USD ?? 0);
    }),
    { numRuns: 2_000 },
  );
});
