import { type Call, ok, type Route } from "../api.ts";
import type { Choices } from "../choices.ts";
import { type Fields, Problem } from "../problem.ts";
import { pageFrom } from "./people.ts";

// A payout needs only an affiliate and an amount. Each request makes one, whatever its Idempotency-Key, unless a test
// decides otherwise.

const commission = ({ id, ...row }: Fields) => ({ commission_id: id, ...row });

function commissions({ store, query }: Call) {
  const { rows, page, per_page, total } = pageFrom(store, "commissions", query);
  return ok({
    data: { commissions: rows.map(commission) },
    pagination: { page: String(page), limit: per_page, count: String(total) },
  });
}

const decide =
  (status: "approved" | "rejected") =>
  ({ store, id, body }: Call) => {
    const { status: now } = store.find("commissions", id);
    if (now !== "pending") throw new Problem(422, `Commission is ${now}`);
    const reason = body.reason === undefined ? {} : { rejection_reason: body.reason };
    const row = store.change("commissions", id, { status, ...reason }, status);
    return ok({ commission: commission(row) });
  };

function createPayout({ store, body, headers, choices }: Call) {
  const key = choices.idempotent ? headers["idempotency-key"] : undefined;
  const before = store.byKey.get(key ?? "");
  if (before) return ok({ data: { payout: told(before, choices) } });
  const { affiliate_id, amount, commission_ids = [], ...rest } = body;
  store.find("affiliates", String(affiliate_id));
  if (!(Number(amount) > 0)) throw new Problem(422, "The given data was invalid.", { amount: "must be positive" });
  const payout = store.create("payouts", {
    ...rest,
    id: store.nextId(),
    affiliate_id: Number(affiliate_id),
    amount: Number(amount).toFixed(2),
    status: "in_review",
    commissions: (commission_ids as unknown[]).map((id) => ({ id: Number(id) })),
    created_at: new Date().toISOString(),
  });
  if (key !== undefined) store.byKey.set(key, payout);
  return ok({ data: { payout: told(payout, choices) } });
}

const texts = ["reference", "note"];
const facts = ["id", "affiliate_id", "amount", "status", "created_at"];

function told(payout: Fields, { payouts }: Choices): Fields {
  if (payouts === "whole") return payout;
  const names = Object.keys(payout).filter((name) =>
    payouts === "bare" ? facts.includes(name) : !texts.includes(name),
  );
  return Object.fromEntries(names.map((name) => [name, payout[name]]));
}

function payouts({ store, query, choices }: Call) {
  return ok(pageFrom(store, "payouts", query).rows.map((row) => told(row, choices)));
}

export const money: Route[] = [
  ["GET /commissions", "", commissions],
  ["GET /commissions/:id", "", ({ store, id }) => ok(commission(store.find("commissions", id)))],
  ["PUT /commissions/:id/approve", "", decide("approved")],
  ["PUT /commissions/:id/reject", "", decide("rejected")],
  ["GET /payouts", "", payouts],
  ["GET /payouts/:id", "", ({ store, id, choices }) => ok({ payout: told(store.find("payouts", id), choices) })],
  ["POST /payouts", "", createPayout],
];
