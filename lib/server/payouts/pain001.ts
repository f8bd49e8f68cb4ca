import type { HolderAddress } from "../../contract/desk/payout-details.ts";
import type { Payer } from "../../contract/desk/payout-settings.ts";
import { sepaText } from "./sepa-text.ts";
import { sumOfDecimals } from "./transfer-amounts.ts";

export type CreditTransfer = {
  /** The ID that the bank repeats in its answers. */
  endToEndId: string;
  amount: string;
  name: string;
  iban: string;
  bic?: string | undefined;
  address: HolderAddress;
  about: string | null;
};

type Message = { id: string; createdAt: Date; executeOn: string; payer: Payer; transfers: readonly CreditTransfer[] };

/** A SEPA credit transfer as pain.001.001.09: one payment of one account, in euros, on one day. */
export function pain001({ id, createdAt, executeOn, payer, transfers }: Message): string {
  const payerName = element("Nm", sepaText(payer.holder, 70) ?? "");
  const sums = [
    element("NbOfTxs", String(transfers.length)),
    element("CtrlSum", sumOfDecimals(transfers.map(({ amount }) => amount))),
  ];
  const message = inside(
    "CstmrCdtTrfInitn",
    inside(
      "GrpHdr",
      element("MsgId", id),
      element("CreDtTm", createdAt.toISOString().slice(0, 19)),
      ...sums,
      inside("InitgPty", payerName),
    ),
    inside(
      "PmtInf",
      element("PmtInfId", id),
      element("PmtMtd", "TRF"),
      ...sums,
      inside("PmtTpInf", inside("SvcLvl", element("Cd", "SEPA"))),
      inside("ReqdExctnDt", element("Dt", executeOn)),
      inside("Dbtr", payerName, ...addressOf(payer)),
      inside("DbtrAcct", inside("Id", element("IBAN", payer.iban))),
      inside("DbtrAgt", bankOf(payer.bic)),
      element("ChrgBr", "SLEV"),
      ...transfers.map(transferOf),
    ),
  );
  const namespace = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">\n${message}</Document>\n`;
}

const transferOf = ({ endToEndId, amount, name, iban, bic, address, about }: CreditTransfer) =>
  inside(
    "CdtTrfTxInf",
    inside("PmtId", element("EndToEndId", endToEndId)),
    inside("Amt", element("InstdAmt", amount, ' Ccy="EUR"')),
    ...(bic ? [inside("CdtrAgt", bankOf(bic))] : []),
    inside("Cdtr", element("Nm", name), ...addressOf(address)),
    inside("CdtrAcct", inside("Id", element("IBAN", iban))),
    ...(about ? [inside("RmtInf", element("Ustrd", about))] : []),
  );

/** Without its town and its country, or with a town that SEPA has no letters for, an address is left out. */
function addressOf({ street = "", postcode = "", town = "", country }: HolderAddress): string[] {
  const written = sepaText(town, 35);
  if (written === null || !country) return [];
  const parts = [
    ["StrtNm", sepaText(street, 70)],
    ["PstCd", sepaText(postcode, 16)],
    ["TwnNm", written],
    ["Ctry", country],
  ] as const;
  return [inside("PstlAdr", ...parts.flatMap(([name, text]) => (text === null ? [] : element(name, text))))];
}

/** The payer's bank must be named; without a BIC, this word says that the IBAN names it. */
const bankOf = (bic: string | undefined) =>
  inside("FinInstnId", bic ? element("BICFI", bic) : inside("Othr", element("Id", "NOTPROVIDED")));

const element = (name: string, text: string, attributes = "") => `<${name}${attributes}>${escaped(text)}</${name}>\n`;
const inside = (name: string, ...children: string[]) => `<${name}>\n${children.join("")}</${name}>\n`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
