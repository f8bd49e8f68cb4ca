import type { Payer } from "../../contract/desk/payout-settings.ts";
import { toCsvLine } from "../../csv.ts";
import type { FileFormat, Transfer } from "./batch.ts";
import { pain001 } from "./pain001.ts";
import { sepaText } from "./sepa-text.ts";

type File = {
  id: string;
  format: FileFormat;
  createdAt: Date;
  executeOn: string | null;
  payer: Payer | null;
  storeName: string;
  transfers: readonly Transfer[];
};

export function writeFile({ format, transfers, ...file }: File): string {
  if (format === "sepa") return sepaFile(file, transfers);
  const sheet = sheets[format];
  return [sheet.head, ...transfers.map(sheet.cells)].map(toCsvLine).join("");
}

/** SEPA has no underscore, so the ID is written with a dash. */
const sepaId = (id: string) => id.replace("_", "-");

function sepaFile(
  { id, createdAt, executeOn, payer, storeName }: Omit<File, "format" | "transfers">,
  transfers: readonly Transfer[],
) {
  if (!payer || !executeOn) throw new Error("A SEPA file needs an account and a day.");
  return pain001({
    id: sepaId(id),
    createdAt,
    executeOn,
    payer,
    transfers: transfers.map(({ row, amount, details }) => {
      if (details.kind !== "iban") throw new Error(`Payout ${row.id} has no IBAN.`);
      const { holder, iban, bic } = details;
      const about = sepaText([storeName, row.reference].filter(Boolean).join(" "), 140);
      const name = sepaText(holder, 70) ?? "";
      return { endToEndId: sepaId(row.id), amount, name, iban, bic, address: details, about };
    }),
  });
}

type Sheet = { head: readonly string[]; cells: (transfer: Transfer) => (string | null)[] };

const accountFields = ["iban", "bic", "routing_number", "account_number", "account_type", "sort_code"] as const;

/** The columns are those of the services' own templates. */
const sheets: Record<Exclude<FileFormat, "sepa">, Sheet> = {
  paypal: {
    head: ["Email/Phone", "Amount", "Currency code", "Reference ID", "Note to recipient", "Recipient wallet"],
    cells({ row, amount, details }) {
      const email = details.kind === "paypal" ? details.paypal_email : null;
      return [email, amount, row.currency, row.id, null, "PayPal"];
    },
  },
  wise: {
    head: [
      "name",
      "recipientEmail",
      "paymentReference",
      "receiverType",
      "amountCurrency",
      "amount",
      "sourceCurrency",
      "targetCurrency",
      "type",
    ],
    cells({ row, amount, details }) {
      const email = details.kind === "wise" ? (details.wise_email ?? null) : null;
      const name = "holder" in details ? details.holder : row.affiliateName;
      return [name, email, row.id, "PERSON", "source", amount, row.currency, row.currency, "EMAIL"];
    },
  },
  wise_recipients: {
    head: [
      "name",
      "recipientId",
      "paymentReference",
      "receiverType",
      "amountCurrency",
      "amount",
      "sourceCurrency",
      "targetCurrency",
    ],
    cells({ row, amount, details }) {
      const recipient = details.kind === "wise" ? (details.wise_recipient ?? null) : null;
      const name = "holder" in details ? details.holder : null;
      return [name, recipient, row.id, "PERSON", "source", amount, row.currency, row.currency];
    },
  },
  bank: {
    head: ["payout_id", "affiliate_id", "name", "amount", "currency", ...accountFields, "reference"],
    cells({ row, amount, details }) {
      const account = details as Partial<Record<(typeof accountFields)[number] | "holder", string>>;
      return [
        row.id,
        row.affiliateId,
        account.holder ?? null,
        amount,
        row.currency,
        ...accountFields.map((field) => account[field] ?? null),
        row.reference,
      ];
    },
  },
};
