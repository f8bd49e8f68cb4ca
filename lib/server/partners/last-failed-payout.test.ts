import { describe, expect, test } from "vitest";
import { paidAtOf } from "../../contract/affiliate/payout-words.ts";
import type { PartnerDetails } from "../../contract/partner/account.ts";
import { dayOfPayout } from "../../contract/partner/words.ts";
import { payoutLine } from "../payouts/payouts-csv.ts";
import { toPayout } from "./earnings.ts";
import { lastReturn } from "./last-failed-payout.ts";

const made = (day: string, more: object = {}) =>
  toPayout({
    id: `pay_${day}`,
    amount: 1240,
    currency: "EUR",
    created_at: `${day}T08:00:00Z`,
    status: "failed",
    ...more,
  });
const detailsOf = (day: string | null, pending = false): PartnerDetails => {
  const shown = { kind: "iban", masked: "DE89 •••• 3000", country: "DE", changed_by: "Ann" } as const;
  const masked = day === null ? null : { ...shown, changed_at: `${day}T08:00:00Z` };
  return { current: pending ? null : masked, pending: pending ? masked : null, mail: true };
};
const returned = { paid_at: "2026-11-03T12:00:00Z", returned_at: "2026-11-05T12:00:00Z" };

describe("the portal tells of a payout that was returned or failed", () => {
  test.each([
    ["as long as nothing has changed", [made("2026-11-02", returned)], detailsOf("2026-10-01"), "pay_2026-11-02"],
    ["without payout details", [made("2026-11-02")], detailsOf(null), "pay_2026-11-02"],
    ["while a change is not confirmed", [made("2026-11-02")], detailsOf("2026-11-09", true), "pay_2026-11-02"],
    [
      "if details were changed before the return",
      [made("2026-11-02", returned)],
      detailsOf("2026-11-04"),
      "pay_2026-11-02",
    ],
    [
      "if details were changed after the payout was made, and before it failed",
      [made("2026-11-02", { updated_at: "2026-11-05T12:00:00Z" })],
      detailsOf("2026-11-04"),
      "pay_2026-11-02",
    ],
    ["unless details were changed since", [made("2026-11-02", returned)], detailsOf("2026-11-06"), null],
    [
      "unless a newer payout was paid",
      [made("2026-11-20", { status: "paid" }), made("2026-11-02")],
      detailsOf(null),
      null,
    ],
    [
      "even if an older payout was paid",
      [made("2026-11-02", returned), made("2026-10-02", { status: "paid" })],
      detailsOf(null),
      "pay_2026-11-02",
    ],
    [
      "while a newer one is on its way, and of the latest if there are several",
      [made("2026-11-20", { status: "pending" }), made("2026-11-09"), made("2026-11-02")],
      detailsOf(null),
      "pay_2026-11-09",
    ],
    ["and not of one that was cancelled", [made("2026-11-02", { status: "cancelled" })], detailsOf(null), null],
  ])("%s", (_, payouts, details, id) => {
    expect(lastReturn(payouts, details)?.id ?? null).toBe(id);
    expect(lastReturn(payouts.toReversed(), details)?.id ?? null).toBe(id);
  });
});

test("no payout that failed has a day of payment, in the portal and in files", () => {
  const row = { id: "pay_1", status: "failed", created_at: "2026-11-02T08:00:00Z", ...returned };
  expect(toPayout(row)).toMatchObject({ state: "failed", paid_at: null, returned_at: returned.returned_at });
  expect(dayOfPayout(toPayout(row))).toBe(returned.returned_at);
  expect(payoutLine(row, null, "12.40")).not.toContain("2026-11-03");
  expect([paidAtOf(row), paidAtOf({ ...row, status: "cancelled" })]).toEqual([null, null]);
  expect(paidAtOf({ ...row, status: "paid" })).toBe(returned.paid_at);
});
