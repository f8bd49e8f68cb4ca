import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Any, facts, openPayoutTest, type PayoutShop } from "../../testing/payout-shop.ts";

// CSV files and the days of banks, for payouts of Cartwright's own affiliate service.

let desk: Awaited<ReturnType<typeof openPayoutTest>>;
let shop: PayoutShop;

beforeAll(async () => {
  desk = await openPayoutTest();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const match = (text: string, columns?: object) =>
  shop.ann("payout_files.match", { body: { text, ...(columns && { columns }) } });
const apply = (text: string, columns?: object) =>
  shop.ann("payout_files.apply", { body: { text, ...(columns && { columns }) } });
const payouts = async (): Promise<Any[]> =>
  (await shop.program.call("GET", "/payouts?sort=amount&order=asc")).body.data;
const statuses = async () => (await payouts()).map(({ status }) => status);
/** The lines' problems, or what their payouts become. */
const outcomes = async (text: string, columns?: object) =>
  (await match(text, columns)).lines.map(({ problem, becomes }: Any) => problem ?? becomes);

async function paid(...amounts: number[]): Promise<string[]> {
  await shop.pays(...amounts.map((amount) => ({ amount })));
  return (await payouts()).map(({ id }) => id);
}

describe("a CSV file", () => {
  test("a CSV file marks no payout as paid whose amount differs, whatever the language and the sign", async () => {
    const [first, second] = await paid(1_250, 10_000);
    const lines = (one: string, two: string) =>
      `Referenz;Betrag;Status\n${first};${one};gebucht\n${second};${two};gebucht`;
    const wrong = lines("−1,25", "−1000,00");
    expect(await outcomes(wrong)).toEqual(["other_amount", "other_amount"]);
    await expect(apply(wrong)).rejects.toMatchObject({ status: 400 });
    expect(await statuses()).toEqual(["pending", "pending"]);
    expect(await outcomes(lines("−12,5", "-100"))).toEqual(["paid", "paid"]);
  });

  test("a CSV file changes nothing before its columns are known, and they are then remembered for the same headings", async () => {
    const [id] = await paid(11_250);
    const text = `Zahlung,Fee amount,Tax status,Wert der Zahlung\n${id},112.5,paid,112.5\n`;
    const { lines, sheet } = await match(text);
    expect(lines).toEqual([]);
    expect(sheet).toEqual({
      headings: ["Zahlung", "Fee amount", "Tax status", "Wert der Zahlung"],
      samples: [[id, "112.5", "paid", "112.5"]],
      columns: { reference: null, amount: null, currency: null, status: null, date: null },
      remembered: false,
    });
    await expect(apply(text)).rejects.toThrow("Select the columns of the reference and the amount first.");
    const columns = { reference: 0, amount: 3, currency: null, status: 2, date: null };
    expect(await outcomes(text, columns)).toEqual(["paid"]);
    await apply(text, columns);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(["paid"]);
    const other = text.replace(id ?? "", "another");
    expect(await match(other)).toMatchObject({
      sheet: { columns, remembered: true },
      lines: [{ problem: "not_found" }],
    });
    const wrong = { ...columns, status: 4 };
    await expect(match(text, wrong)).rejects.toThrow("The file does not have these columns.");
    shop = await desk.newShop();
    expect((await match(text)).sheet.remembered).toBe(false);
  });

  test("a CSV file that names a known file with another total says the total", async () => {
    await shop.saves();
    const file = await shop.creates(await shop.pays({ amount: 11_250 }));
    await shop.does("release", file);
    const text = (amount: string) =>
      `Verwendungszweck;Betrag\nSEPA ${file.id.toUpperCase().replace("_", "-")};${amount}`;
    expect((await match(text("-99,00"))).lines).toMatchObject([
      { problem: "other_total", amount: 11_250, currency: "EUR" },
    ]);
    expect(await outcomes(text("-112,50"))).toEqual(["paid"]);
  });

  test("a CSV file in UTF-16 that was read as UTF-8 is refused in one sentence", async () => {
    await expect(match("R\0e\0f\0")).rejects.toThrow("The file is not a text in UTF-8. Save it in UTF-8.");
  });
});

describe("the day of the bank", () => {
  test("the day of the bank becomes the day paid, which the record, the statement and the sums by day follow", async () => {
    const [id] = await paid(1_250);
    const day = dayFrom(-1);
    await apply(`Buchungstag;Referenz;Betrag\n${day};${id};-12,50`);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(["paid"]);
    const [row] = await payouts();
    expect(row.paid_at).toBe(`${day}T12:00:00.000Z`);
    const { statements } = await import("../partners/statements.ts");
    const partner = { id: "p", affiliateId: row.affiliate_id, name: "Mira", email: "m@example.com", mode: "sandbox" };
    const of = { ...partner, store: { id: shop.id, name: "Demo Shop", ...facts }, locale: null, tax: {} };
    const answer = await statements.csv({ params: { month: day.slice(0, 7) } }, { partner: of } as Any);
    expect(await (answer as Response).text()).toContain(`\r\npayout,${day},${id},paid,`);
    const { rows } = await desk.db.$client.query(
      "select day::text, paid::int from affiliate.daily_affiliate where affiliate_id = $1 and paid > 0",
      [row.affiliate_id],
    );
    expect(rows).toEqual([{ day, paid: 1_250 }]);
  });

  test("the day of the bank is refused in the future and long before the payout", async () => {
    const [id] = await paid(1_250);
    const text = (day: string) => `Buchungstag;Referenz;Betrag\n${day};${id};-12,50`;
    expect(await outcomes(text(dayFrom(2)))).toEqual(["day_future"]);
    expect(await outcomes(text(dayFrom(-30)))).toEqual(["day_early"]);
    expect(await outcomes(text("soon"))).toEqual(["day_unclear"]);
    const body = { status: "paid", paid_at: `${dayFrom(3)}T12:00:00Z` };
    const answer = await shop.program.call("PUT", `/payouts/${id}`, { body });
    expect([answer.status, answer.body.error.message]).toEqual([400, "Paid at must not be in the future."]);
    expect(await statuses()).toEqual(["pending"]);
  });
});
