import fc from "fast-check";
import { expect, test } from "vitest";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { JobRow } from "../work/jobs/kind.ts";
import { becomesOf } from "./answer-words.ts";
import { payoutHead, payoutLine, sealOf } from "./payouts-csv.ts";

const affiliate = { id: "aff_1", first_name: "Mira", payout_email: "mira@example.com", payout_method: "paypal" };
const told = (row: Partial<Payout>, amount: string | null = "12.30", more: object = {}) => ({
  row: { id: "po_1", currency: "EUR", status: "pending", method: "paypal", ...row },
  affiliate: { ...affiliate, ...more },
  amount,
});
const fileOf = async (rows: ReturnType<typeof told>[], filter?: Record<string, string>) => {
  const lines = rows.map(({ row, affiliate, amount }) => payoutLine(row, affiliate, amount));
  const createdAt = new Date("2026-11-20T10:00:00Z");
  const job = { params: { filter }, storeId: "shop", mode: "live", createdAt, finishedAt: null };
  const seal = await sealOf(job as unknown as JobRow, [payoutHead, ...lines]);
  return { ...seal, content: payoutHead + lines.join("") + seal.content };
};

test("a file names its filter, time, number of rows and totals", async () => {
  const rows = [told({ id: "po_1" }), told({ id: "po_2" }, "0.70"), told({ id: "po_3", currency: "USD" }, "5.00")];
  const { name, content } = await fileOf(rows, { status: "pending", sort: "amount" });
  expect(name).toBe("payouts-generic-shop-live-2026-11-20T100000Z-3rows-EUR13.00-USD5.00-status.pending.csv");
  expect(content.split("\r\n").slice(-7)).toEqual([
    "",
    "filter,status is pending",
    "time,2026-11-20T10:00:00Z",
    "rows,3",
    "total EUR,13.00",
    "total USD,5.00",
    "",
  ]);
});

test("control totals are exact, whatever the amounts", async () => {
  const cents = fc.integer({ min: 1, max: 100_000_000 });
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 50 }), async (amounts) => {
      const sum = amounts.reduce((all, each) => all + each, 0);
      const text = (amount: number) => (BigInt(amount) + 0n).toString().padStart(3, "0").replace(/(..)$/, ".$1");
      const { content } = await fileOf(amounts.map((each) => told({}, text(each))));
      expect(content).toContain(`total EUR,${text(sum)}\r\n`);
    }),
  );
});

test("a file names no account and no address that a payment could be sent to", async () => {
  const { content } = await fileOf([told({})]);
  expect(content).toContain("po_1,,,Mira,paypal,12.30,EUR,pending,");
  expect(content).not.toContain("mira@example.com");
});

test.each(["=HYPERLINK(1)", "+49", "-1", "@SUM(A1)", "\tx"])("%j is not a formula in the file", async (text) => {
  const { content } = await fileOf([told({ note: text, reference: text }, "1.00", { first_name: text })]);
  expect(content.split(`'${text}`)).toHaveLength(4);
  expect(content).not.toMatch(/(^|,|\n)"?[=+@\t]/);
});

test.each([
  ["Completed", "paid"],
  ["outgoing_payment_sent", "paid"],
  ["Returned", "failed"],
  ["funds_refunded", "failed"],
  ["Unclaimed", "processing"],
  ["not completed", null],
  ["", null],
  [null, null],
])("%j of a provider is %s", (word, becomes) => {
  expect(becomesOf(word)).toBe(becomes);
});
