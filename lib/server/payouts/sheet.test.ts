import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { toCsvLine } from "../../csv.ts";
import { parseCsv } from "../csv.ts";
import type { JobRow } from "../jobs/kind.ts";
import { becomesOf } from "./provider-file.ts";
import { type PayoutFormat, sealed, sheets } from "./sheet.ts";

const affiliate = { id: "aff_1", first_name: "Mira", payout_email: "mira@example.com", payout_method: "paypal" };
const told = (row: Partial<Payout>, amount: string | null = "12.30", more: object = {}) => ({
  row: { id: "po_1", currency: "EUR", status: "pending", method: "paypal", ...row },
  affiliate: { ...affiliate, ...more },
  amount,
});
const fileOf = (format: PayoutFormat, rows: ReturnType<typeof told>[], filter?: Record<string, string>) => {
  const sheet = sheets[format];
  const lines = rows.filter(sheet.takes).map((each) => toCsvLine(sheet.cells(each)));
  const createdAt = new Date("2026-11-20T10:00:00Z");
  const job = { params: { format, filter }, storeId: "shop", mode: "live", createdAt, finishedAt: null };
  return sealed(job as unknown as JobRow, toCsvLine(sheet.head) + lines.join(""));
};

test("a file names its filter, time, number of rows and totals", () => {
  const rows = [told({ id: "po_1" }), told({ id: "po_2" }, "0.70"), told({ id: "po_3", currency: "USD" }, "5.00")];
  const { name, content } = fileOf("generic", rows, { status: "pending", sort: "amount" });
  expect(name).toBe("payouts-generic-shop-live-2026-11-20T100000Z-3rows-EUR13.00-USD5.00-status.pending.csv");
  expect(content.split("\r\n").slice(-7)).toEqual([
    ...["", "filter,status is pending", "time,2026-11-20T10:00:00Z", "rows,3", "total EUR,13.00", "total USD,5.00", ""],
  ]);
});

test("control totals are exact, whatever the amounts", () => {
  const cents = fc.integer({ min: 1, max: 100_000_000 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), (amounts) => {
      const sum = amounts.reduce((all, each) => all + each, 0);
      const text = (amount: number) => (BigInt(amount) + 0n).toString().padStart(3, "0").replace(/(..)$/, ".$1");
      const { content } = fileOf(
        "generic",
        amounts.map((each) => told({}, text(each))),
      );
      expect(content).toContain(`total EUR,${text(sum)}\r\n`);
    }),
  );
});

describe("a provider's file", () => {
  test("has only payouts by that provider", () => {
    const { name, content } = fileOf("paypal", [told({}), told({ id: "po_2", method: "wise" })]);
    expect(parseCsv(content).rows.map(({ cells }) => cells)).toEqual([
      ["Email/Phone", "Amount", "Currency code", "Reference ID", "Note to recipient", "Recipient wallet"],
      ["mira@example.com", "12.30", "EUR", "po_1", "", "PayPal"],
    ]);
    expect(name).toContain("1rows-EUR12.30");
    const wise = fileOf("wise", [told({ method: "wise" })]);
    expect(wise.content).toContain("\r\nMira,mira@example.com,po_1,PERSON,source,12.30,EUR,EUR,EMAIL\r\n");
  });

  test.each([
    ["is paid", told({ status: "paid" })],
    ["failed", told({ status: "failed" })],
    ["is for another provider", told({ method: "bank_transfer" })],
    ["has no amount that can be read", told({}, null)],
    ["has nobody's address", told({}, "1.00", { payout_email: null })],
  ])("leaves out what %s", (_, row) => {
    expect(fileOf("paypal", [row]).name).toContain("-0rows");
  });
});

test.each(["=HYPERLINK(1)", "+49", "-1", "@SUM(A1)", "\tx"])("%j is not a formula in any of the files", (text) => {
  for (const format of ["generic", "paypal", "wise"] as const) {
    const row = told({ method: `${format} paypal wise`, note: text, reference: text }, "1.00", {
      first_name: text,
      payout_email: text,
    });
    const cells = sheets[format].cells(row).filter((cell) => cell === text);
    expect(cells.length).toBeGreaterThan(0);
    const { content } = fileOf(format, [row]);
    expect(content).toContain(`'${text}`);
    expect(content).not.toMatch(/(^|,|\n)"?[=+@\t]/);
  }
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
