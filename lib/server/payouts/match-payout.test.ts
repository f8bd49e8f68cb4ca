import { describe, expect, test } from "vitest";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { matchPayout, type Wanted } from "./match-payout.ts";

const id = `cwpo_${"0123456789".repeat(2)}`;
const other = `cwpo_${"9876543210".repeat(2)}`;
const wanted: Wanted = {
  id,
  affiliateId: "aff_1",
  amount: 12.5,
  currency: "EUR",
  commissions: new Set(["c1", "c2"]),
  before: new Set(["old"]),
  taken: new Set(["taken"]),
  twin: false,
  shows: true,
  otherAffiliates: new Set(["aff_2"]),
  otherCommissions: new Set(["c3", "c4"]),
};
const facts = { affiliate_id: "aff_1", amount: 12.5, currency: "EUR" };
const whole = { ...facts, commission_ids: ["c2", "c1"] };
const match = (rows: Payout[], more: Partial<Wanted> = {}, complete = true) => {
  const found = matchPayout({ ...wanted, ...more }, rows, complete);
  return found.state === "made" ? found.payout.id : found.state;
};

describe("a payout is ours", () => {
  test.each([
    ["by its mark in the reference", { id: "p", reference: `${id} 2026-10` }],
    ["by its mark in the note, among others' words", { id: "p", note: `Paid. (${id})` }],
    ["by its mark in a field that nobody knows", { id: "p", client: { key: id } }],
    ["by its mark, whatever else it says", { id: "p", note: id, amount: 99, affiliate_id: "aff_2" }],
    ["by its commissions", { id: "p", ...whole }],
    ["by its commissions, where nothing else is told", { id: "p", commission_ids: ["c1", "c2"] }],
    ["as the only new one of this affiliate and amount", { id: "p", ...facts }],
    ["also where the currency is not told", { id: "p", affiliate_id: "aff_1", amount: 12.5 }],
    ["whatever its clock says", { id: "p", ...facts, created_at: "1999-01-01T00:00:00Z" }],
  ] as [string, Payout][])("%s", (_, row) => {
    expect(match([{ id: "x", affiliate_id: "aff_2", amount: 12.5 }, row])).toBe("p");
  });

  test("a payout is ours by its mark even if the list is incomplete or never showed one of ours", () => {
    expect(match([{ id: "p", note: id }], { shows: false }, false)).toBe("p");
  });
});

describe("a payout is certainly not ours", () => {
  test.each([
    ["that was there before", { id: "old", ...facts }],
    ["that is another one of ours", { id: "taken", ...facts }],
    ["that carries another mark", { id: "p", ...facts, reference: other }],
    ["of what is known as another affiliate", { id: "p", ...facts, affiliate_id: "aff_2" }],
    ["in another currency", { id: "p", ...facts, currency: "USD" }],
    ["for commissions of another one of ours", { id: "p", ...facts, commission_ids: ["c3", "c9"] }],
  ] as [string, Payout][])("%s", (_, row) => {
    expect(match([row])).toBe("absent");
  });
});

describe("it is unclear whether a payout is ours", () => {
  const one = (row: object): Payout[] => [{ id: "p", ...row }];
  test.each([
    ["where two carry the mark", [...one({ note: id }), { id: "q", note: id }]],
    ["where the mark is on what is another one of ours", [{ id: "taken", note: id }]],
    ["where two have its commissions", [...one(whole), { id: "q", ...whole }]],
    ["where one has some of its commissions", one({ ...facts, commission_ids: ["c1"] })],
    ["where one has more than its commissions", one({ ...facts, commission_ids: ["c1", "c2", "c3"] })],
    ["where some of them are in one of another amount", one({ ...facts, amount: 5, commission_ids: ["c1"] })],
    ["where two are as new and as much", [...one(facts), { id: "q", ...facts }]],
    ["where it says no affiliate", one({ amount: 12.5 })],
    ["where it names an affiliate in words that are not ours", one({ ...facts, affiliate_id: "1" })],
    ["where it says no amount", one({ affiliate_id: "aff_1" })],
    ["where it says another amount: in another unit, or less a fee", one({ ...facts, amount: 1_250 })],
    ["where it names commissions in words that are not ours", one({ ...facts, commission_ids: ["1", "2"] })],
    ["where it puts the currency otherwise", one({ affiliate_id: "aff_9", currency: "Euro" })],
  ] as [string, Payout[]][])("%s", (_, rows) => {
    expect(match(rows)).toBe("unclear");
  });

  test("where another payout of ours looks the same", () => {
    expect(match(one(facts), { twin: true })).toBe("unclear");
    expect(match(one(whole), { twin: true })).toBe("p");
  });

  test("where the list is incomplete, or never showed one of ours", () => {
    expect(match([], {}, false)).toBe("unclear");
    expect(match(one(facts), {}, false)).toBe("unclear");
    expect(match([], { shows: false })).toBe("unclear");
  });
});
