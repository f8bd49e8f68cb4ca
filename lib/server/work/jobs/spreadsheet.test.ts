import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toUnits } from "../../../money.ts";
import { type JobsShop, type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";
import { parseCsv } from "../csv.ts";

/** The path of LibreOffice, set only by `npm run soak -- spreadsheet`. */
const office = process.env.SOAK_SPREADSHEET ?? "";
const formula = '=HYPERLINK("https://evil.example";"x")&1+1';
const count = 500;

type Sheet = { name: string; content: string };
const linesOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells);

/** Adds up the numbers under a heading by the currency beside them. */
function sums(lines: readonly (readonly string[])[], heading: string, currency: string): Record<string, number> {
  const [head = [], ...rows] = lines;
  const [at, beside] = [head.indexOf(heading), head.indexOf(currency)];
  const found: Record<string, number> = {};
  // Some files end with their own totals, after an empty line.
  const end = rows.findIndex(([first]) => ["", "filter", "time"].includes(first ?? ""));
  for (const cells of end < 0 ? rows : rows.slice(0, end)) {
    const code = cells[beside] ?? "";
    found[code] = (found[code] ?? 0) + (toUnits(Number(cells[at])) ?? Number.NaN);
  }
  return found;
}

/** Opens each file in LibreOffice and saves it as CSV again. */
function reopened(files: readonly Sheet[]): string[][][] {
  const dir = mkdtempSync(join(tmpdir(), "cartwright-sheets-"));
  try {
    const paths = files.map(({ content }, n) => {
      writeFileSync(join(dir, `${n}.csv`), content);
      return join(dir, `${n}.csv`);
    });
    const to = ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", "--outdir", join(dir, "out")];
    const { status } = spawnSync(office, ["--headless", ...to, ...paths], { env: { ...process.env, HOME: dir } });
    expect(status).toBe(0);
    return files.map((_, n) => linesOf(readFileSync(join(dir, "out", `${n}.csv`), "utf8")));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe.runIf(office)("in LibreOffice", { timeout: 180_000 }, () => {
  let desk: JobsTest;
  let shop: JobsShop;

  beforeAll(async () => {
    desk = await openJobsTest();
    await desk.work();
    shop = await desk.newShop();
    const { saveMoneyUnit } = await import("../../wire/connections.ts");
    await saveMoneyUnit({ storeId: shop.id, mode: "live", api: "affiliate" }, "major");
    for (const table of ["affiliates", "commissions", "payouts"] as const) shop.store.table(table).clear();
    for (let n = 0; n < count; n++) {
      const currency = n % 3 ? "EUR" : "USD";
      const amount = `${n + 1}.${String(10 + (n % 90))}`;
      const payout_method = n % 2 ? "paypal" : "wise";
      const at = { currency, created_at: new Date(Date.UTC(2026, 8, 1) + n * 60_000).toISOString() };
      shop.store.put("affiliates", {
        id: 1_000 + n,
        email: `a${n}@partners.example`,
        first_name: formula,
        status: "active",
        payout_method,
        payout_email: `pay${n}@partners.example`,
        notes: formula,
        unpaid_balance: amount,
        total_revenue: amount,
        ...at,
      });
      shop.store.put("commissions", {
        id: 20_000 + n,
        affiliate_id: 1_000 + n,
        order_id: 5_001,
        amount,
        status: "pending",
        note: formula,
        ...at,
      });
      shop.store.put("payouts", {
        id: 30_000 + n,
        affiliate_id: 1_000 + n,
        amount,
        status: "pending",
        method: payout_method,
        note: formula,
        ...at,
      });
    }
  });
  afterAll(() => desk?.close());

  async function file(resource: string, format?: string): Promise<Sheet> {
    const { id } = await shop.start({ kind: "export_csv", params: { resource, ...(format && { format }) } });
    await shop.until(id, ["done"], 120_000);
    const answer: Response = await shop.ask("jobs", "file", { params: { id } });
    return { name: answer.headers.get("content-disposition") ?? "", content: await answer.text() };
  }

  test("every file of money keeps its totals, and no cell is run as a formula", async () => {
    const wanted = [
      { resource: "affiliates", amount: "unpaid_balance", currency: "currency", rows: count },
      { resource: "commissions", amount: "amount", currency: "currency", rows: count },
      { resource: "payouts", amount: "amount", currency: "currency", rows: count },
      { resource: "payouts", format: "generic", amount: "amount", currency: "currency", rows: count },
    ];
    const files: Sheet[] = [];
    for (const { resource, format } of wanted) files.push(await file(resource, format));
    for (const [n, lines] of reopened(files).entries()) {
      const { resource, format, amount, currency, rows } = wanted[n] as (typeof wanted)[number];
      const { name, content } = files[n] as Sheet;
      const what = `${resource} ${format ?? ""}`.trim();
      const totals = sums(lines, amount, currency);
      expect(totals, what).toEqual(sums(linesOf(content), amount, currency));
      expect(Object.keys(totals).sort(), what).toEqual(["EUR", "USD"]);
      expect(lines.filter((cells) => cells.some((cell) => /^[123]\d\d\d\d?$|^2\d{4}$/.test(cell))).length, what).toBe(
        rows,
      );
      // A formula would have been replaced by its result.
      const texts = lines.flat().filter((cell) => cell.includes("HYPERLINK"));
      expect(texts.length, what).toBeGreaterThan(0);
      expect(
        texts.every((cell) => cell.endsWith(formula)),
        what,
      ).toBe(true);
      if (format)
        for (const [code, units] of Object.entries(totals)) {
          expect(name.replaceAll("%20", " "), what).toContain(`${code}${(units / 1e4).toFixed(2)}`);
        }
      const told = Object.entries(totals).map(([code, units]) => `${code} ${(units / 1e4).toFixed(2)}`);
      console.log(`${what}: ${rows} rows, ${told.join(", ")}`);
    }
  });
});
