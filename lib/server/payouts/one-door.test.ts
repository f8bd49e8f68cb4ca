import { afterAll, beforeAll, expect, test } from "vitest";
import { operationsOf } from "../../contract/define.ts";
import { desk as contract } from "../../contract/desk/index.ts";
import { exportedResources } from "../../contract/desk/jobs.ts";
import { fileFormats } from "../../contract/desk/payout-words.ts";
import { partnerContract } from "../../contract/partner/index.ts";
import { type Any, openPayoutTest, type PayoutShop } from "../../testing/payout-shop.ts";
import { parseCsv } from "../work/csv.ts";

// Only a file of a batch, which has its approval and its one download, may be executed by a bank or a payment service.

const address = { signUp: "sign-up@example.com", before: "before@example.com", paypal: "paypal@example.com" };
const iban = "DE89370400440532013000";
const amounts = { paypal: 12_345, iban: 23_456 };

let desk: Awaited<ReturnType<typeof openPayoutTest>>;
let shop: PayoutShop;
let batch: string;
/** The first lines of the files that may be executed. */
const heads = new Set<string>();

beforeAll(async () => {
  desk = await openPayoutTest();
});
afterAll(() => desk.close());

const firstLine = (text: string) => text.replace(/^\uFEFF/, "").split(/\r?\n/)[0] ?? "";

/** A payment has an amount of a payout and a place to send it to. */
function whyPayable(text: string): string | null {
  if (heads.has(firstLine(text))) return `It begins like a file for a bank: ${firstLine(text)}`;
  const parts = text.startsWith("<?xml")
    ? text.split("<CdtTrfTxInf>")
    : parseCsv(text).rows.map(({ cells }) => cells.join(" "));
  const places = [...Object.values(address), iban];
  const sums = Object.values(amounts).flatMap((cents) => [String(cents), (cents / 100).toFixed(2)]);
  const has = (part: string, words: readonly string[]) => words.some((word) => part.includes(word));
  return parts.find((part) => has(part, places) && has(part, sums)) ?? null;
}

type Ask = (operation: string, raw?: object) => Promise<Any>;

/** Every resource, and for payouts every format that a file of a batch has. */
const exports = [
  ...exportedResources.map((resource) => ({ resource })),
  ...["generic", ...fileFormats].map((format) => ({ resource: "payouts", format })),
];

async function exported(ask: Ask, params: object): Promise<[string, string][]> {
  const job = await ask("jobs.create", { body: { kind: "export_csv", params } }).catch(() => null);
  if (!job) return [];
  const state = async () => (await ask("jobs.get", { params: { id: job.id } })).state;
  // This store has no checkout service, whose exports pause.
  await expect.poll(state, { timeout: 20_000 }).toMatch(/done|paused/);
  if ((await state()) === "paused") return [];
  const textOf = async (operation: string) =>
    ((await ask(`jobs.${operation}`, { params: { id: job.id } })) as Response).text();
  return [
    [`file of ${JSON.stringify(params)}`, await textOf("file")],
    [`outcome of ${JSON.stringify(params)}`, await textOf("outcome")],
  ];
}

async function exportsOf(ask: Ask): Promise<[string, string][]> {
  const found = (await Promise.all(exports.map((params) => exported(ask, params)))).flat();
  for (const [name, operation, raw] of [
    ["the outcome of the batch", "jobs.outcome", { params: { id: batch } }],
    ["the activity", "audit.export", { query: {} }],
  ] as const) {
    const answer: Response | null = await ask(operation, raw).catch(() => null);
    if (answer) found.push([name, await answer.text()]);
  }
  return found;
}

async function opens() {
  shop = await desk.newShop();
  await shop.saves();
  batch = await shop.pays(
    {
      amount: amounts.paypal,
      affiliate: { email: address.signUp, payout_method: "paypal", payout_email: address.before },
      details: { kind: "paypal", paypal_email: address.paypal },
    },
    { amount: amounts.iban, details: { kind: "iban", holder: "Mira Lindqvist", iban } },
  );
  for (const format of ["paypal", "sepa"]) {
    const { file_text } = await shop.does("release", await shop.creates(batch, { format }));
    heads.add(firstLine(file_text));
    expect(whyPayable(file_text), format).not.toBeNull();
  }
  // The record of an affiliate, which is no payment, then shows other sums than the payouts.
  const { data } = (await shop.program.call("GET", "/payouts")).body;
  for (const { affiliate_id: id } of data) await shop.program.insertCommission(id, { status: "approved", amount: 1 });
}

test("only files of a batch can be executed by a bank or a payment service, whatever a role exports", {
  tags: "long",
}, async () => {
  await opens();
  for (const [role, ask] of await shop.everyRole()) {
    const found = await exportsOf(ask);
    const sees = role === "merchant" ? "the activity" : 'file of {"resource":"payouts","format":"generic"}';
    expect(found.map(([name]) => name)).toContain(sees);
    for (const [name, text] of found) expect(whyPayable(text), `${role}: ${name}`).toBeNull();
  }
});

test("every operation that returns a file is known to be none that pays", () => {
  const withFile = (of: Parameters<typeof operationsOf>[0]) =>
    operationsOf(of).flatMap(({ resource, name, operation }) =>
      operation.response.type === "custom" ? [`${resource}.${name}`] : [],
    );
  expect(withFile(contract).sort()).toEqual(["audit.export", "jobs.file", "jobs.outcome"]);
  // A statement and the stored data of one affiliate, and a picture of the program.
  expect(withFile(partnerContract).sort()).toEqual(["data.get", "media.get", "statements.csv"]);
});
