import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasXmllint, requireValid, schemaErrors } from "../../testing/xml-schema.ts";
import { type CreditTransfer, pain001 } from "./pain001.ts";
import { sepaText } from "./sepa-text.ts";
import { sumOfDecimals } from "./transfer-amounts.ts";
import { all, readXml, textAt } from "./xml.ts";

const payer = { holder: "Müller & Söhne <GmbH>", iban: "DE89370400440532013000", bic: "COBADEFFXXX" };
const transfer = (more: Partial<CreditTransfer> = {}): CreditTransfer => ({
  endToEndId: "cwpo-0123456789abcdef0123",
  amount: "12.30",
  name: "Mira Lindqvist",
  iban: "SE4550000000058398257466",
  address: {},
  about: "Demo Shop 2026-10",
  ...more,
});
const fileOf = (transfers: CreditTransfer[], more: object = {}) =>
  pain001({
    id: "cwpf-0123456789abcdef0123",
    createdAt: new Date("2026-11-26T10:00:00Z"),
    executeOn: "2026-12-01",
    payer,
    transfers,
    ...more,
  });

describe("a SEPA file", () => {
  test("a SEPA file says who pays whom, how much and when, with control sums", () => {
    const document = readXml(fileOf([transfer(), transfer({ amount: "0.70", bic: "ESSESESS", about: null })]));
    const at = (...path: string[]) => textAt(document, "Document", "CstmrCdtTrfInitn", ...path);
    expect(at("GrpHdr", "MsgId")).toBe("cwpf-0123456789abcdef0123");
    expect([at("GrpHdr", "NbOfTxs"), at("GrpHdr", "CtrlSum"), at("PmtInf", "CtrlSum")]).toEqual([
      "2",
      "13.00",
      "13.00",
    ]);
    expect(at("PmtInf", "Dbtr", "Nm")).toBe("Mueller + Soehne GmbH");
    expect(at("PmtInf", "ReqdExctnDt", "Dt")).toBe("2026-12-01");
    const [first, second] = all(document, "Document", "CstmrCdtTrfInitn", "PmtInf", "CdtTrfTxInf");
    expect(textAt(first, "PmtId", "EndToEndId")).toBe("cwpo-0123456789abcdef0123");
    expect([textAt(first, "Amt", "InstdAmt"), textAt(first, "Amt", "InstdAmt", "@Ccy")]).toEqual(["12.30", "EUR"]);
    expect(textAt(first, "CdtrAcct", "Id", "IBAN")).toBe("SE4550000000058398257466");
    expect([textAt(first, "RmtInf", "Ustrd"), textAt(second, "RmtInf", "Ustrd")]).toEqual(["Demo Shop 2026-10", null]);
    expect([textAt(first, "CdtrAgt"), textAt(second, "CdtrAgt", "FinInstnId", "BICFI")]).toEqual([null, "ESSESESS"]);
  });

  test("a SEPA file has the address of payer and recipient where town and country are known, in the letters of SEPA", async () => {
    const home = { street: "Kungsgatan 5", postcode: "111 56", town: "Malmö", country: "SE" };
    const shop = { ...payer, street: "Königsallee 1", town: "Düsseldorf", country: "DE" };
    const foreign = { street: "千代田1-1", postcode: "100-0001", town: "Tokyo", country: "JP" };
    const unwritable = { town: "東京", country: "JP" };
    const some = [home, {}, foreign, unwritable].map((address) => transfer({ address }));
    const xml = fileOf(some, { payer: shop });
    expect(await schemaErrors(xml)).toEqual([]);
    const [payment] = all(readXml(xml), "Document", "CstmrCdtTrfInitn", "PmtInf");
    const addressOf = (of: unknown, party: string) =>
      ["StrtNm", "PstCd", "TwnNm", "Ctry"].map((name) => textAt(of, party, "PstlAdr", name));
    expect(addressOf(payment, "Dbtr")).toEqual(["Koenigsallee 1", null, "Duesseldorf", "DE"]);
    expect(all(payment, "CdtTrfTxInf").map((one) => addressOf(one, "Cdtr"))).toEqual([
      ["Kungsgatan 5", "111 56", "Malmoe", "SE"],
      [null, null, null, null],
      [null, "100-0001", "Tokyo", "JP"],
      [null, null, null, null],
    ]);
  });

  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 });
  const amount = fc.integer({ min: 1, max: 99_999_999_999 });

  test("a SEPA file is valid by the schema, whatever the names and amounts, and adds up", {
    tags: "long",
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, amount), { minLength: 1, maxLength: 20 }), async (rows) => {
        const transfers = rows.map(([text, cents]) =>
          transfer({
            amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
            name: sepaText(text, 70) ?? "Mira",
            about: sepaText(text.repeat(3), 140),
          }),
        );
        const xml = fileOf(transfers, { payer: { ...payer, bic: undefined } });
        expect(await schemaErrors(xml)).toEqual([]);
        const sum = rows.reduce((total, [, cents]) => total + BigInt(cents), 0n);
        const written = textAt(readXml(xml), "Document", "CstmrCdtTrfInitn", "GrpHdr", "CtrlSum");
        expect(written?.replace(".", "")).toBe(String(sum).padStart(3, "0"));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ["an amount of nothing", fileOf([transfer({ amount: "0.00" })])],
    ["three decimals", fileOf([transfer({ amount: "1.234" })])],
    ["a letter that SEPA lacks", fileOf([transfer({ name: "Müller" })])],
    ["a long name", fileOf([transfer({ name: "x".repeat(71) })])],
    ["an underscore in an ID", fileOf([transfer({ endToEndId: "cwpo_1" })])],
    ["no transfers", fileOf([])],
    ["another currency", fileOf([transfer()]).replace('"EUR"', '"USD"')],
    ["a day in another form", fileOf([transfer()], { executeOn: "1.12.2026" })],
    ["an element out of place", fileOf([transfer()]).replace(/(<MsgId>.*\n)(<CreDtTm>.*\n)/, "$2$1")],
  ])("a SEPA file with %s is not valid", async (_, xml) => {
    expect((await schemaErrors(xml)).length).toBeGreaterThan(0);
    if (hasXmllint) expect(() => requireValid(xml)).toThrow();
  });

  test.skipIf(!hasXmllint)(
    "a SEPA file is valid by the xmllint of this machine (not checked where it is not installed)",
    () => {
      requireValid(fileOf([transfer(), transfer({ bic: "ESSESESS", about: null })]));
    },
  );
});

describe("a text in the characters of SEPA", () => {
  test.each([
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["Ærøskøbing Ångström & Cie.", "AEroskobing Angstroem + Cie."],
    ["Γιώργος Παπαδόπουλος", "Giorgos Papadopoylos"],
    ["Щукин Юрий", "Shtukin Yuriy"],
    ["//A//B/", "A/B"],
    ["  Zoë   O’Neill_2 ", "Zoe O'Neill-2"],
    ["ＡＢＣ", "ABC"],
    ["a\u0000b<c>", "a b c"],
    ["田中 Taro", null],
    ["A—B", "A-B"],
    ["🙂", null],
  ])("%j becomes %j", (text, written) => {
    expect(sepaText(text, 70)).toBe(written);
  });

  test("a text in the characters of SEPA is cut where it is too long, and ends with no space or slash", () => {
    expect(sepaText(`${"x".repeat(69)} y`, 70)).toBe("x".repeat(69));
  });
});

test("written amounts add up exactly", () => {
  expect(sumOfDecimals(["0.1", "0.20", "1000000000000.03"])).toBe("1000000000000.33");
  expect(sumOfDecimals(["5", "10"])).toBe("15");
});
