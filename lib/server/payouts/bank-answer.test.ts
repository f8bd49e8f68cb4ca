import { describe, expect, test } from "vitest";
import { readBankAnswer } from "./bank-answer.ts";

const [one, two, three] = ["a", "b", "c"].map((each) => `cwpo-${each.repeat(20)}`);
const wrap = (message: string, inner: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${inner}</Document>`;
const camt = (...entries: string[]) =>
  wrap(
    "camt.054.001.08",
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>B</MsgId></GrpHdr><Ntfctn>${entries.join("")}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );
const entry = (inner: string, { status = "<Cd>BOOK</Cd>", direction = "DBIT", amount = "12.30" } = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><NtryDtls>${inner}</NtryDtls></Ntry>`;
const part = (id: string | undefined, more = "") =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}</TxDtls>`;
const back = (code: string, text = "") =>
  `<RtrInf><Rsn><Cd>${code}</Cd></Rsn>${text && `<AddtlInf>${text}</AddtlInf>`}</RtrInf>`;
const pain = (inner: string) => wrap("pain.002.001.10", `<CstmrPmtStsRpt>${inner}</CstmrPmtStsRpt>`);
const summary = (text: string) =>
  readBankAnswer(text).told.map(({ texts, file, becomes, amount, reason }) => ({
    who: texts[0] ?? file,
    becomes,
    amount,
    reason: reason?.message ?? null,
  }));

describe("camt.054", () => {
  test("camt.054 says what was booked, what is expected and what came back, with the reason in words", () => {
    const text = camt(
      entry(part(one)),
      entry(part(two), { status: "<Cd>PDNG</Cd>" }),
      entry(part(three, back("AC04")), { direction: "CRDT" }),
    );
    expect(readBankAnswer(text).message).toBe("camt.054");
    expect(summary(text)).toEqual([
      { who: one, becomes: "paid", amount: "12.30", reason: null },
      { who: two, becomes: "processing", amount: "12.30", reason: null },
      { who: three, becomes: "failed", amount: "12.30", reason: "The account is closed (AC04)." },
    ]);
  });

  test("camt.054 of an earlier version is read as well, and so is a prefix", () => {
    const text = camt(entry(part(one), { status: "BOOK" }))
      .replaceAll(/<(\/?)([A-Z])/g, "<$1b:$2")
      .replace("xmlns=", "xmlns:b=");
    expect(summary(text.replace("054.001.08", "054.001.02"))).toMatchObject([{ who: one, becomes: "paid" }]);
  });

  test("camt.054 counts a payment that was booked and came back in one file as failed, and no other", () => {
    const shared = "<RmtInf><Ustrd>Demo Shop</Ustrd></RmtInf>";
    const text = camt(
      entry(part(one, shared)),
      entry(part(two, shared)),
      entry(part(one, shared + back("XX99", "Ask us")), { direction: "CRDT" }),
    );
    expect(summary(text)).toMatchObject([
      { who: two, becomes: "paid" },
      { who: one, becomes: "failed", reason: "The bank’s reason is XX99: Ask us." },
    ]);
  });

  test("camt.054 takes each amount from its own part, and a sum of several parts for none of them", () => {
    const own = '<Amt Ccy="EUR">5.00</Amt>';
    const text = camt(entry(part(one, own) + part(two), { amount: "12.30" }));
    expect(summary(text)).toMatchObject([
      { who: one, amount: "5.00" },
      { who: two, amount: null },
    ]);
  });

  test("camt.054 names a whole file that was booked as one sum", () => {
    const text = camt(entry("<Btch><PmtInfId>CWPF-1</PmtInfId></Btch>", { amount: "99.00" }));
    expect(summary(text)).toEqual([{ who: "CWPF-1", becomes: "paid", amount: "99.00", reason: null }]);
  });
});

test.each([
  ["camt.053", "BkToCstmrStmt", "Stmt"],
  ["camt.052", "BkToCstmrAcctRpt", "Rpt"],
])("%s is read like camt.054, in any version, with the day of the booking or of the value", (message, root, of) => {
  const day = (name: string, inner: string) => `<${name}>${inner}</${name}>`;
  const entries = [
    entry(part(one)).replace(
      "<Sts>",
      `${day("BookgDt", "<Dt>2026-11-20</Dt>")}${day("ValDt", "<Dt>2026-11-19</Dt>")}<Sts>`,
    ),
    entry(part(two)).replace("<Sts>", `${day("ValDt", "<DtTm>2026-11-19T23:30:00+01:00</DtTm>")}<Sts>`),
  ];
  const text = wrap(`${message}.001.99`, `<${root}><${of}>${entries.join("")}</${of}></${root}>`);
  for (const each of [text, text.replace(/ xmlns="[^"]*"/, "")]) {
    expect(readBankAnswer(each)).toMatchObject({
      message,
      told: [
        { at: "2026-11-20", value: "12.3", becomes: "paid" },
        { at: "2026-11-19", value: "12.3", becomes: "paid" },
      ],
    });
  }
});

describe("pain.002", () => {
  test("pain.002 says which transfers were rejected, accepted and settled", () => {
    const told = (id: string | undefined, status: string, more = "") =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`;
    const why = "<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>";
    const text = pain(
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>cwpf-1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>${[
        told(one, "RJCT", why),
        told(two, "ACSP"),
        told(three, "ACSC", '<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">12.30</InstdAmt></Amt></OrgnlTxRef>'),
      ].join("")}</OrgnlPmtInfAndSts>`,
    );
    expect(summary(text)).toEqual([
      { who: one, becomes: "failed", amount: null, reason: "The account number is wrong or unknown (AC01)." },
      { who: two, becomes: "processing", amount: null, reason: null },
      { who: three, becomes: "paid", amount: "12.30", reason: null },
    ]);
  });

  test.each([
    [
      "<OrgnlGrpInfAndSts><OrgnlMsgId>cwpf-1</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts>",
      "failed",
    ],
    [
      "<OrgnlPmtInfAndSts><OrgnlPmtInfId>cwpf-1</OrgnlPmtInfId><PmtInfSts>ACCP</PmtInfSts></OrgnlPmtInfAndSts>",
      "processing",
    ],
  ])("pain.002 names a whole file: %s", (inner, becomes) => {
    expect(summary(pain(inner))).toMatchObject([{ who: "cwpf-1", becomes }]);
  });
});

describe("other files are refused", () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`;
  test.each([
    ["<Document>", "Line 1: The XML is not well-formed."],
    [`<?xml version="1.0"?>${bomb}${camt()}`, "An XML file with a document type is not read."],
    [
      `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd">${camt()}`,
      "An XML file with a document type is not read.",
    ],
    [wrap("camt.029.001.09", "<RsltnOfInvstgtn/>"), "The file is camt.029. Cartwright reads camt.052, camt.053,"],
    ["<html></html>", "The file is another XML file. Cartwright reads camt.052, camt.053, camt.054 and pain.002."],
    [`${"<a>".repeat(61)}${"</a>".repeat(61)}`, "The XML has more than 60 levels."],
  ])("%j", (text, message) => {
    expect(() => readBankAnswer(text)).toThrow(message);
  });

  test("an undefined entity stays a text, and no name changes other objects", () => {
    expect(readBankAnswer(camt(entry(part("&xxe;")))).told[0]?.texts).toEqual(["&xxe;"]);
    const text = camt(entry(part("1", "<__proto__><x>1</x></__proto__>")));
    expect(() => readBankAnswer(text)).toThrow("The XML cannot be read.");
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  test("an answer without entries has none", () => {
    expect(readBankAnswer(camt()).told).toEqual([]);
    expect(readBankAnswer(pain("<GrpHdr><MsgId>x</MsgId></GrpHdr>")).told).toEqual([]);
  });
});
