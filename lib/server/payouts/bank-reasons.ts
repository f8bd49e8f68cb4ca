// The codes of ISO 20022 by which banks say why they did not pay, or paid back: those of ExternalStatusReason1Code and
// ExternalReturnReason1Code that can concern a credit transfer. Codes that mean the same to an affiliate share a sentence,
// and the first of them names it.

import type { Sentence } from "../../contract/errors.ts";
import { sentence, type sentences } from "../../sentences.ts";

const meanings = [
  "AB01 AB03 AB05 AB06 AB11",
  "AB02 AB04 AB09 AB10 DS28 FF10 FF11",
  "AB07 AB08",
  "AB12 AB13 AB15 AB21 AB26 NOFR RC15 RC16 SBRN SL03",
  "AC01",
  "AC02",
  "AC03",
  "AC04",
  "AC05",
  "AC06",
  "AC07",
  "AC08",
  "AC09 AC10 AC11",
  "AC12 AC13 AC14",
  "AC15",
  "AC16 AC17",
  "AG01",
  "AG02",
  "AG03",
  "AG04 AG05 AG06",
  "AG07",
  "AG08 DS0G DS0H DS0K DS14 DS19 DS26 DS27",
  "AG09 NOOR",
  "AG10 AG11",
  "AG12",
  "AG13 ARDT",
  "AGNT ED01 RC11",
  "AM01 AM22",
  "AM02 AM13 AM14 AM21 AM23",
  "AM03 AM11 CURR",
  "AM04",
  "AM05 DUPL",
  "AM06 AM15",
  "AM07",
  "AM09 AM12",
  "AM10 AM16 AM17",
  "AM18 AM19 AM20",
  "BE01",
  "BE04",
  "BE05",
  "BE06 UCRD",
  "BE07",
  "BE08",
  "BE08Back",
  "BE09 BE10 BE12 BE13",
  "BE11 BE14",
  "BE15 BE16 BE17",
  "BE18",
  "BE19 CHCO CHRG",
  "BE20",
  "BE21 BE22",
  "BE23",
  "CERI CH15 ERIN NERI RR07 RR08 RR09",
  "CN01 DS02 SP01 SP02",
  "CNOR",
  "CNPC",
  "CUST",
  "DC02 DC04 G004",
  "DNOR",
  "DS04",
  "DS08 DS09 TA01 TD01 TD02 TD03",
  "DS0A DS0B DS0C DS0D DS0E DS0F DS10 DS11 DS12 DS13 DS15 DS16 DS17 DS18 DS20 DS21 DS22 DS23 ID01",
  "DS24 EOL1",
  "DS25",
  "DT01 BDAY CH03 CH04 DT02 DT03 DT04 DT05 EDNA",
  "DT06 CH19",
  "DU01 DU02 DU03 DU04 DU05 RF01",
  "ED03 RR05",
  "ED05 ED06",
  "FF01 CH07 CH16 CH17 CH20 CH21 FF02 FF08 INDT MINF",
  "FF03 FF04 FF05 FF06 FF07",
  "FF12 FF13",
  "FOCR",
  "FR01 FRAD",
  "MD06",
  "MD07",
  "MS02",
  "MS03 NARR",
  "NOAS",
  "NOCM",
  "RC01 RC05 RC07",
  "RC02 RC04 RC08 RC10",
  "RC03 RC06 RC09",
  "RC13",
  "RCON",
  "RR01",
  "RR02",
  "RR03",
  "RR04",
  "RR06",
  "RR10",
  "RR11 RR12",
  "RUTA",
  "SL01",
  "SL02",
  "SL15 SL16",
  "SL17 SL18",
  "TM01",
  "UPAY",
];

/** Codes that mean something else when money is paid back than when a transfer is rejected. */
const ofReturns: Record<string, string> = { AC14: "AGNT", BE08: "BE08Back" };

type Key = Extract<keyof typeof sentences, `bank${string}0${string}`>;

export const allReasons = meanings.map((text) => {
  const codes = text.split(" ");
  return { key: `bank${codes[0]}` as Key, codes };
});

const byCode = new Map(allReasons.flatMap(({ codes, key }) => codes.map((code) => [code, key] as const)));

/** English, as every error. `reasonFor` translates it. */
export function reasonInWords(code: string | null, text: string | null, isReturn = false): Sentence | null {
  if (code === null && text === null) return null;
  const isNarrative = code === "NARR" && text !== null;
  const known = code === null || isNarrative ? undefined : byCode.get((isReturn && ofReturns[code]) || code);
  if (known) return sentence(known, { code: code ?? "" });
  return sentence("bankReason", { reason: [!isNarrative && code, text].filter(Boolean).join(": ") });
}
