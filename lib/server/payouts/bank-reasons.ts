// The codes of ISO 20022 by which banks say why they did not pay, or paid back.

const reasons: Record<string, string> = {
  AC01: "The account number is wrong or unknown",
  AC03: "The recipient’s account number is wrong",
  AC04: "The account is closed",
  AC06: "The account is blocked",
  AG01: "The account does not allow transfers",
  AG02: "The bank does not accept this kind of transfer",
  AM04: "The money in the paying account is not enough",
  AM05: "The bank had this transfer already",
  AM09: "The amount is wrong",
  BE01: "The name does not belong to the account",
  BE04: "The recipient’s address is missing",
  CNOR: "The recipient’s bank takes no transfers of this kind",
  CUST: "The payer or the recipient refused it",
  DT01: "The date is not allowed",
  DUPL: "The bank had this transfer already",
  FF01: "The file has a wrong form",
  FOCR: "It was paid back on request",
  MD07: "The account holder has died",
  MS02: "The recipient refused it",
  MS03: "The bank gives no reason",
  RC01: "The BIC is wrong",
  RR01: "The payer’s account is missing, which the law requires",
  RR02: "The payer’s name or address is missing, which the law requires",
  RR03: "The recipient’s name or address is missing, which the law requires",
  RR04: "The law does not allow it",
  TM01: "It came after the bank’s closing time",
};

export function reasonInWords(code: string | null, text: string | null): string | null {
  if (code === null && text === null) return null;
  const known = code === null ? undefined : reasons[code];
  if (known) return `${known} (${code}).`;
  return `The bank’s reason is ${[code, text].filter(Boolean).join(": ")}.`;
}
