import { describe, expect, test } from "vitest";
import { keyOf, type Sentence } from "../../contract/errors.ts";
import german from "../../i18n/messages/de/sentences.json";
import japanese from "../../i18n/messages/ja/sentences.json";
import { sentences as english } from "../../sentences.ts";
import { allReasons, reasonInWords } from "./bank-reasons.ts";
import { reasonFor } from "./reason-for.ts";

/** The codes of ExternalStatusReason1Code and ExternalReturnReason1Code that can concern a credit transfer. */
const codes = `
  AB01 AB02 AB03 AB04 AB05 AB06 AB07 AB08 AB09 AB10 AB11 AB12 AB13 AB15 AB21 AB26
  AC01 AC02 AC03 AC04 AC05 AC06 AC07 AC08 AC09 AC10 AC11 AC12 AC13 AC14 AC15 AC16 AC17
  AG01 AG02 AG03 AG04 AG05 AG06 AG07 AG08 AG09 AG10 AG11 AG12 AG13 AGNT
  AM01 AM02 AM03 AM04 AM05 AM06 AM07 AM09 AM10 AM11 AM12 AM13 AM14 AM15 AM16 AM17 AM18 AM19 AM20 AM21 AM22 AM23
  ARDT BDAY BE01 BE04 BE05 BE06 BE07 BE08 BE09 BE10 BE11 BE12 BE13 BE14 BE15 BE16 BE17 BE18 BE19 BE20 BE21 BE22 BE23
  CERI CH03 CH04 CH07 CH15 CH16 CH17 CH19 CH20 CH21 CHCO CHRG CN01 CNOR CNPC CURR CUST DC02 DC04 DNOR
  DS02 DS04 DS08 DS09 DS0A DS0B DS0C DS0D DS0E DS0F DS0G DS0H DS0K DS10 DS11 DS12 DS13 DS14 DS15 DS16 DS17 DS18 DS19
  DS20 DS21 DS22 DS23 DS24 DS25 DS26 DS27 DS28 DT01 DT02 DT03 DT04 DT05 DT06 DU01 DU02 DU03 DU04 DU05 DUPL
  ED01 ED03 ED05 ED06 EDNA EOL1 ERIN FF01 FF02 FF03 FF04 FF05 FF06 FF07 FF08 FF10 FF11 FF12 FF13 FOCR FR01 FRAD G004
  ID01 INDT MD06 MD07 MINF MS02 MS03 NARR NERI NOAS NOCM NOFR NOOR
  RC01 RC02 RC03 RC04 RC05 RC06 RC07 RC08 RC09 RC10 RC11 RC13 RC15 RC16 RCON RF01
  RR01 RR02 RR03 RR04 RR05 RR06 RR07 RR08 RR09 RR10 RR11 RR12 RUTA SBRN SL01 SL02 SL03 SL15 SL16 SL17 SL18 SP01 SP02
  TA01 TD01 TD02 TD03 TM01 UCRD UPAY`
  .trim()
  .split(/\s+/);

const catalogues: Record<string, Record<string, string>> = { en: english, de: german, ja: japanese };

describe("the bank’s reason", () => {
  test.each(["en", "de", "ja"])(
    "the bank’s reason is told in words of %s for each code of ISO 20022, with the code",
    async (locale) => {
      for (const code of codes) {
        for (const back of [false, true]) {
          const told = reasonInWords(code, null, back) as Sentence;
          const read = await reasonFor(locale, told.message, keyOf(told));
          expect(await reasonFor(locale, "Reworded.", keyOf(told))).toBe(read);
          expect(read, code).toContain(code);
          expect(read, code).not.toContain(english.bankReason.split("{")[0]);
          if (locale !== "en") expect(read, code).not.toBe(told.message);
          if (locale === "en") expect(read).toBe(told.message);
        }
      }
    },
  );

  test("the bank’s reason has the sentence of each code in every catalogue, and no catalogue has others", () => {
    for (const [locale, texts] of Object.entries(catalogues)) {
      const known = Object.keys(texts).filter((key) => /^bank[A-Z0-9]{4}/.test(key));
      expect(known, locale).toEqual(allReasons.map(({ key }) => key));
    }
    expect(new Set(allReasons.map(({ key }) => english[key])).size).toBe(allReasons.length);
  });

  test("the bank’s reason is the code itself if the code is unknown, with the bank’s text", async () => {
    expect(reasonInWords("XY99", null)?.message).toBe("The bank’s reason is XY99.");
    const rests = reasonInWords("XY99", "Konto ruht") as Sentence;
    expect(await reasonFor("de", rests.message, keyOf(rests))).toBe("Begründung der Bank: XY99: Konto ruht.");
    expect(reasonInWords(null, null)).toBeNull();
  });

  test("the bank’s reason is the bank’s text if the code only says that there is one", async () => {
    expect(reasonInWords("NARR", "Call us")?.message).toBe("The bank’s reason is Call us.");
    expect(reasonInWords("NARR", null)?.message).toBe("The bank gives no reason (NARR).");
  });

  test("the bank’s reason differs where a code means one thing for a rejection and another for a return", () => {
    expect(reasonInWords("BE08", null)?.message).toBe("The payer’s name is missing (BE08).");
    expect(reasonInWords("BE08", null, true)?.message).toBe("A bank made a mistake (BE08).");
  });

  test("the bank’s reason is the same for the code alone, as a person may have entered it", async () => {
    expect([await reasonFor("de", "AC04"), await reasonFor("de", " ac04 ")]).toEqual(
      Array(2).fill(await reasonFor("de", "The account is closed (AC04).")),
    );
    expect(await reasonFor("de", "AC04")).toContain("AC04");
    expect(await reasonFor("de", "AC04")).not.toBe("AC04");
  });

  test("the bank’s reason stays as a person wrote it", async () => {
    expect(await reasonFor("ja", "Konto vom Inhaber gesperrt")).toBe("Konto vom Inhaber gesperrt");
    expect(await reasonFor("ja", "The money was paid back.")).toBe(japanese.paidBack);
    expect(await reasonFor("de", null)).toBeNull();
  });
});
