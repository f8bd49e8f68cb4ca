import { describe, expect, test } from "vitest";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { matchPayout, type Wanted } from "./match.ts";

const id = `cwpo_${"0123456789".repeat(2)}`;
const other = `cwpo_${"9876543210".repeat(2)}`;
const wanted: Wanted = {
  ...{ id, affiliateId: "aff_1", amount: 12.5, currency: "EUR", commissions: ["c1", "c2"] },
  ...{ baseline: ["old"], taken: new Set(["taken"]), twin: false },
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
    ["by its mark, whatever else it says", { id: "p", note: id, amount: 99, affiliate_id: "aff_9" }],
    ["by its commissions", { id: "p", ...whole }],
    ["by its commissions, where nothing else is told", { id: "p", commission_ids: ["c1", "c2"] }],
    ["as the only new one of this affiliate and amount", { id: "p", ...facts }],
    ["also where the currency is not told", { id: "p", affiliate_id: "aff_1", amount: 12.5 }],
    ["whatever its clock says", { id: "p", ...facts, created_at: "1999-01-01T00:00:00Z" }],
  ] as [string, Payout][])("%s", (_, row) => {
    expect(match([{ id: "x", affiliate_id: "aff_2", amount: 12.5 }, row])).toBe("p");
  });

  test("by its mark also where the list is not known to be whole", () => {
    expect(match([{ id: "p", note: id }], {}, false)).toBe("p");
  });
});

describe("a payout is not ours", () => {
  test.each([
    ["that was there before", { id: "old", ...facts }],
    ["that is another one of ours", { id: "taken", ...facts }],
    ["that carries another mark", { id: "p", ...facts, reference: other }],
    ["of another affiliate", { id: "p", ...facts, affiliate_id: "aff_2" }],
    ["in another currency", { id: "p", ...facts, currency: "USD" }],
    ["of another amount", { id: "p", ...facts, amount: 12.51 }],
    ["for other commissions", { id: "p", ...facts, commission_ids: ["c3", "c4"] }],
  ] as [string, Payout][])("%s", (_, row) => {
    expect(match([row])).toBe("absent");
  });
});

describe("nobody can tell", () => {
  test.each([
    [
      "where two carry the mark",
      [
        { id: "p", note: id },
        { id: "q", note: id },
      ],
      {},
      true,
    ],
    ["where the mark is on what is another one of ours", [{ id: "taken", note: id }], {}, true],
    [
      "where two have its commissions",
      [
        { id: "p", ...whole },
        { id: "q", ...whole },
      ],
      {},
      true,
    ],
    ["where one has some of its commissions", [{ id: "p", ...facts, commission_ids: ["c1"] }], {}, true],
    ["where one has more than its commissions", [{ id: "p", ...facts, commission_ids: ["c1", "c2", "c3"] }], {}, true],
    [
      "where some of them are in one of another amount",
      [{ id: "p", ...facts, amount: 5, commission_ids: ["c1"] }],
      {},
      true,
    ],
    [
      "where two are as new and as much",
      [
        { id: "p", ...facts },
        { id: "q", ...facts },
      ],
      {},
      true,
    ],
    ["where another of ours looks the same", [{ id: "p", ...facts }], { twin: true }, true],
    ["where it says no affiliate", [{ id: "p", amount: 12.5 }], {}, true],
    ["where it says no amount", [{ id: "p", affiliate_id: "aff_1" }], {}, true],
    ["where the list may go on", [], {}, false],
    ["where the list may go on with a better one", [{ id: "p", ...facts }], {}, false],
  ] as [string, Payout[], Partial<Wanted>, boolean][])("%s", (_, rows, more, complete) => {
    expect(match(rows, more, complete)).toBe("unclear");
  });
});
