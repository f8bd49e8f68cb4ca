// The codes of ISO 20022 by which banks say why they did not pay, or paid back: those of ExternalStatusReason1Code and
// ExternalReturnReason1Code that can concern a credit transfer. Codes that mean the same to an affiliate share a sentence,
// and the first of them names its translations.

const sentences: readonly [codes: string, sentence: string][] = [
  ["AB01 AB03 AB05 AB06 AB11", "A bank did not respond in time"],
  ["AB02 AB04 AB09 AB10 DS28 FF10 FF11", "A bank or the clearing system had a technical fault"],
  ["AB07 AB08", "The bank could not be reached"],
  ["AB12 AB13 AB15 AB21 AB26 NOFR RC15 RC16 SBRN SL03", "The clearing system refused the transfer"],
  ["AC01", "The account number is wrong or unknown"],
  ["AC02", "The payer’s account number is wrong or missing"],
  ["AC03", "The recipient’s account number is wrong"],
  ["AC04", "The account is closed"],
  ["AC05", "The payer’s account is closed"],
  ["AC06", "The account is blocked"],
  ["AC07", "The recipient’s account is closed"],
  ["AC08", "The branch code is wrong or missing"],
  ["AC09 AC10 AC11", "The currency of the account is wrong or missing"],
  ["AC12 AC13 AC14", "The type of the account is wrong or missing"],
  ["AC15", "The account details have changed"],
  ["AC16 AC17", "The account is seized or in liquidation"],
  ["AG01", "The account does not allow transfers"],
  ["AG02", "The bank does not accept this kind of transfer"],
  ["AG03", "The account does not allow this kind of transfer"],
  ["AG04 AG05 AG06", "The country of a bank is wrong or missing"],
  ["AG07", "The payer’s account cannot be debited"],
  ["AG08 DS0G DS0H DS0K DS14 DS19 DS26 DS27", "The person who signed is not allowed to release the transfer"],
  ["AG09 NOOR", "The bank never received the original payment"],
  ["AG10 AG11", "The bank is excluded from this payment system at present"],
  ["AG12", "Transfers within one bank are not allowed"],
  ["AG13 ARDT", "The money was paid back before"],
  ["AGNT ED01 RC11", "A bank between payer and recipient is wrong or cannot be used"],
  ["AM01 AM22", "The amount is zero"],
  ["AM02 AM13 AM14 AM21 AM23", "The amount is above a limit"],
  ["AM03 AM11 CURR", "The currency is wrong or not accepted"],
  ["AM04", "The money in the paying account is not enough"],
  ["AM05 DUPL", "The bank had this transfer already"],
  ["AM06 AM15", "The amount is below the minimum"],
  ["AM07", "The authorities blocked the amount"],
  ["AM09 AM12", "The amount is wrong"],
  ["AM10 AM16 AM17", "The total of the file is wrong"],
  ["AM18 AM19 AM20", "The number of transfers in the file is wrong"],
  ["BE01", "The name does not belong to the account"],
  ["BE04", "The recipient’s address is missing"],
  ["BE05", "The recipient does not know the payer"],
  ["BE06 UCRD", "The bank does not know the recipient"],
  ["BE07", "The payer’s address is missing"],
  ["BE08", "The payer’s name is missing"],
  ["BE09 BE10 BE12 BE13", "The country of the payer or the recipient is wrong or missing"],
  ["BE11 BE14", "The recipient’s country is wrong or missing"],
  ["BE15 BE16 BE17", "The identification of the payer or the recipient is wrong or missing"],
  ["BE18", "The contact details are wrong or missing"],
  ["BE19 CHCO CHRG", "The bank does not accept how the charges are shared"],
  ["BE20", "The name is too long"],
  ["BE21 BE22", "The name is wrong or missing"],
  ["BE23", "The phone number or email address that stands for the account is unknown"],
  ["CERI CH15 ERIN NERI RR07 RR08 RR09", "The bank does not accept the reference"],
  ["CN01 DS02 SP01 SP02", "The payer stopped the transfer"],
  ["CNOR", "The recipient’s bank takes no transfers of this kind"],
  ["CNPC", "The recipient did not collect the money"],
  ["CUST", "The payer or the recipient refused it"],
  ["DC02 DC04 G004", "The money between the banks did not arrive"],
  ["DNOR", "The payer’s bank makes no transfers of this kind"],
  ["DS04", "The bank rejected the order"],
  ["DS08 DS09 TA01 TD01 TD02 TD03", "The bank could not read the file"],
  [
    "DS0A DS0B DS0C DS0D DS0E DS0F DS10 DS11 DS12 DS13 DS15 DS16 DS17 DS18 DS20 DS21 DS22 DS23 ID01",
    "The signature of the file is wrong or missing",
  ],
  ["DS24 EOL1", "The transfer was not released in time"],
  ["DS25", "The bank deleted the file"],
  ["DT01 BDAY CH03 CH04 DT02 DT03 DT04 DT05 EDNA", "The date is not allowed"],
  ["DT06 CH19", "The bank moved the day of the transfer"],
  ["DU01 DU02 DU03 DU04 DU05 RF01", "An ID in the file was used before"],
  ["ED03 RR05", "Details that the authorities require are missing"],
  ["ED05 ED06", "The banks could not settle the transfer"],
  ["FF01 CH07 CH16 CH17 CH20 CH21 FF02 FF08 INDT MINF", "The file has a wrong form"],
  ["FF03 FF04 FF05 FF06 FF07", "The kind of payment is wrong or missing in the file"],
  ["FF12 FF13", "The payment could not be recalled"],
  ["FOCR", "It was paid back on request"],
  ["FR01 FRAD", "The bank suspects fraud"],
  ["MD06", "The account holder asked to pay the money back"],
  ["MD07", "The account holder has died"],
  ["MS02", "The recipient refused it"],
  ["MS03 NARR", "The bank gives no reason"],
  ["NOAS", "The recipient did not respond"],
  ["NOCM", "The account does not meet the legal requirements"],
  ["RC01 RC05 RC07", "The BIC is wrong"],
  ["RC02 RC04 RC08 RC10", "The recipient’s bank is wrong or missing"],
  ["RC03 RC06 RC09", "The payer’s bank is wrong or missing"],
  ["RC13", "The payer is no longer active"],
  ["RCON", "Another message about this payment contradicts it"],
  ["RR01", "The payer’s account is missing, which the law requires"],
  ["RR02", "The payer’s name or address is missing, which the law requires"],
  ["RR03", "The recipient’s name or address is missing, which the law requires"],
  ["RR04", "The law does not allow it"],
  ["RR06", "Tax details are missing or wrong"],
  ["RR10", "The file has letters that the bank does not accept"],
  ["RR11 RR12", "An identification that the bank or the country requires is missing"],
  ["RUTA", "The bank paid it back after an inquiry"],
  ["SL01", "A service of the payer’s bank stopped the transfer"],
  ["SL02", "A service of the recipient’s bank stopped the transfer"],
  ["SL15 SL16", "The account can receive no more transfers in this period"],
  ["SL17 SL18", "The recipient’s account does not accept transfers from this payer"],
  ["TM01", "It came after the bank’s closing time"],
  ["UPAY", "The payment is not justified"],
];

/** Codes that mean something else when money is paid back than when a transfer is rejected. */
const ofReturns: Record<string, string> = { AC14: "AGNT", BE08: "BE08Back" };

const bankError = { key: "bankBE08Back", codes: ["BE08Back"], sentence: "A bank made a mistake" };

export const allReasons = sentences.flatMap(([text, sentence]) => {
  const codes = text.split(" ");
  const reason = { key: `bank${codes[0]}`, codes, sentence };
  return codes[0] === "BE08" ? [reason, bankError] : [reason];
});

const byCode = new Map(allReasons.flatMap(({ codes, sentence }) => codes.map((code) => [code, sentence] as const)));

/** English, as every error. `reasonFor` translates it. */
export function reasonInWords(code: string | null, text: string | null, isReturn = false): string | null {
  if (code === null && text === null) return null;
  const isNarrative = code === "NARR" && text !== null;
  const known = code === null || isNarrative ? undefined : byCode.get((isReturn && ofReturns[code]) || code);
  if (known) return `${known} (${code}).`;
  return `The bank’s reason is ${[!isNarrative && code, text].filter(Boolean).join(": ")}.`;
}
