import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { log } from "../../log.ts";
import { openProgram } from "../../testing/affiliate/program.ts";
import { audit, nothingWrong, watchTransitions } from "../../testing/audit.ts";
import { openKiller } from "../../testing/killer.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { newId } from "../kernel/ids.ts";

// The money adds up after any changes of orders, commissions and payouts, concurrent and with killed connections.

/** More rounds for `npm run soak`, which prints what happened in them. */
const soak = process.env.SOAK_ROUNDS;
const rounds = Number(soak ?? 2);
const parallel = 8;

let services: TestServices;
/** The connections of the test itself, which are not killed. */
let reader: pg.Pool;
let killer: ReturnType<typeof openKiller>;
let calls: TestServices["call"][];

beforeAll(async () => {
  // Every killed connection fails a request, which is expected.
  log.level = "silent";
  services = await openTestServices();
  await watchTransitions(services);
  // Four connections each.
  calls = [services.call, services.another()];
  killer = openKiller(services.url);
  reader = new pg.Pool({ connectionString: services.url, max: 2 });
});
afterAll(async () => {
  await Promise.all([killer.close(), reader.end()]);
  await services.close();
  if (soak) {
    const lines = Object.entries({ sequences: rounds * 2, ...counts }).map(([what, number]) => `${what} ${number}`);
    console.log(lines.sort().join("\n"));
  }
});

const counts: Record<string, number> = {};
const count = (what: string, by = 1) => {
  counts[what] = (counts[what] ?? 0) + by;
};

const small = fc.nat({ max: 30 });
const money = fc.integer({ min: 1, max: 20_000 });
const lines = fc.array(
  fc.record({
    product_id: fc.constantFrom("a", "b", "c"),
    quantity: fc.integer({ min: 1, max: 9 }),
    unit_price: money,
  }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("sell"), which: small, total: money, tax: small, lines }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("refund"), which: small, amount: fc.integer({ min: 1, max: 4_000 }) }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant("approve"), which: small }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constantFrom("pay", "pay", "pay all", "settle"), which: small, how: small }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("cancel", "reject", "override"), which: small }) },
);
const steps = fc.array(step, { minLength: 120, maxLength: 300 });
type Step = { do: string; which: number; how?: number; amount?: number; total?: number; tax?: number; lines?: never[] };

const occurred_at = "2026-03-01T10:00:00Z";

async function openMoney() {
  const program = await openProgram(services);
  const affiliates = [
    await program.affiliate({ commission_rate: 12.3456, coupon_codes: ["percent"] }),
    await program.affiliate({ commission_type: "fixed", commission_rate: 777, coupon_codes: ["fixed"] }),
  ];
  let turn = 0;

  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<Awaited<ReturnType<typeof services.call>>> => {
    const headers = { "idempotency-key": newId("key") };
    for (let attempt = 0; ; attempt++) {
      const send = calls[turn++ % calls.length] as TestServices["call"];
      const answer = await send(method, `/affiliate${path}`, { key: program.key, body, headers });
      if (answer.status < 500) return answer;
      count("answers lost");
      // Reports and payouts can be sent again, because their ids and keys make them take effect once.
      if (method !== "POST" || path.endsWith("/attribute") || attempt === 3) return answer;
    }
  };
  const report = async (what: string, orders: object[]) => {
    const { status, body } = await call("POST", "/storefront/v1/orders", { orders });
    if (status !== 200) return count(`${what} lost`, orders.length);
    for (const one of body.data) count(one.status === "accepted" ? what : `${what} ${one.status}`);
  };
  const pick = async (table: string, which: number): Promise<Record<string, string> | undefined> => {
    const own = `from affiliate.${table} t where tenant_id = $1`;
    const { rows } = await reader.query(
      `select to_jsonb(t) as row ${own}
      order by created_at desc, id offset $2::int % (select greatest(1, count(*)) ${own}) limit 1`,
      [program.tenantId, which],
    );
    return rows[0]?.row;
  };
  /** Some commissions that another payout may want at the same moment, or all that it could have. */
  const pay = async (which: number, how: number, all: boolean) => {
    const affiliate_id = affiliates[which % 2]?.id;
    const currency = how % 3 === 0 ? "USD" : "EUR";
    const { rows } = await reader.query<{ id: string; amount: number }>(
      `select id, amount from affiliate.commission
      where tenant_id = $1 and affiliate_id = $2 and currency = $3 and status = 'approved' and (payout_id is null or $4)
      order by created_at limit $5`,
      [program.tenantId, affiliate_id, currency, how % 5 === 0, all ? 1_000 : 1 + (how % 4)],
    );
    const amount = rows.reduce((sum, row) => sum + row.amount, 0);
    if (amount <= 0) return;
    const named = all ? {} : { commission_ids: rows.map(({ id }) => id) };
    const { status } = await call("POST", "/v1/payouts", { affiliate_id, currency, amount, ...named });
    count(status === 201 ? "payouts" : `payouts refused ${status}`);
  };

  const done: Record<string, (step: Step) => Promise<unknown>> = {
    sell({ which, total: subtotal = 1, tax = 0, lines: line_items = [] }) {
      const money = { subtotal, tax, total: subtotal + tax, line_items, currency: which % 3 ? "EUR" : "USD" };
      const coupon_codes = [which % 2 ? "fixed" : "percent"];
      return report("orders", [program.placed({ ...money, occurred_at, coupon_codes })]);
    },
    async refund({ which, amount = 1 }) {
      const orders = [await pick("order", which), await pick("order", which + 7), await pick("order", which + 3)];
      const refunds = orders.flatMap((order) => {
        if (!order) return [];
        const { external_id, total, refunded_amount } = order;
        const left = Number(total) - Number(refunded_amount);
        const refund_id = newId("ref");
        return {
          type: "order.refunded",
          occurred_at,
          external_id,
          refund_id,
          amount: Math.max(1, Math.min(amount, left)),
        };
      });
      if (refunds.length > 0) await report("refunds", refunds);
    },
    async cancel({ which }) {
      const order = await pick("order", which);
      if (!order) return;
      await report("cancellations", [{ type: "order.cancelled", occurred_at, external_id: order.external_id }]);
    },
    async override({ which }) {
      const order = await pick("order", which);
      if (!order) return;
      const body = { affiliate_id: affiliates[which % 2]?.id, reason: "Asked for", override: true };
      const { status } = await call("POST", `/v1/orders/${order.id}/attribute`, body);
      count(status === 200 ? "overrides" : `overrides refused ${status}`);
    },
    async approve({ which }) {
      const commission = await pick("commission", which);
      if (!commission) return;
      const { status } = await call("PUT", `/v1/commissions/${commission.id}/approve`);
      count(status === 200 ? "approvals" : `approvals refused ${status}`);
    },
    async reject({ which }) {
      const commission = await pick("commission", which);
      if (!commission) return;
      const { status } = await call("PUT", `/v1/commissions/${commission.id}/reject`, { reason: "fraud" });
      count(status === 200 ? "rejections" : `rejections refused ${status}`);
    },
    async settle({ which, how = 0 }) {
      const payout = await pick("payout", which);
      if (!payout) return;
      const status = ["processing", "paid", "failed", "cancelled"][how % 4];
      const answer = await call("PUT", `/v1/payouts/${payout.id}`, { status });
      count(answer.status === 200 ? `payouts ${status}` : `settlings refused ${answer.status}`);
    },
    pay: ({ which, how = 0 }) => pay(which, how, false),
    "pay all": ({ which, how = 0 }) => pay(which, how, true),
  };
  return { program, run: (step: Step) => done[step.do]?.(step) };
}

async function play(sequence: Step[], killEvery: number): Promise<void> {
  const { program, run } = await openMoney();
  const left = [...sequence];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      if (killEvery > 0 && left.length % killEvery === 0) count("connections killed", await killer.kill());
      await run(next);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const wrong = await audit(services, program);
  for (const [what, found] of Object.entries(wrong)) count(`wrong ${what}`, found.length);
  expect(wrong).toEqual(nothingWrong);
}

const settings = { numRuns: rounds, endOnFailure: true };
const timeout = 60_000 + rounds * 30_000;

test("eight concurrent callers leave money that adds up", { tags: "long", timeout }, async () => {
  // Without killed connections nothing fails: no deadlock and no conflict of rows occurs.
  const lost = () => counts["answers lost"] ?? 0;
  const before = lost();
  await fc.assert(
    fc.asyncProperty(steps, (sequence) => play(sequence as Step[], 0)),
    settings,
  );
  expect(lost()).toBe(before);
});

test("eight concurrent callers whose connections are killed leave money that adds up", {
  tags: "long",
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 5, max: 25 }), (sequence, every) => play(sequence as Step[], every)),
    settings,
  );
  expect(counts["connections killed"]).toBeGreaterThan(0);
});
