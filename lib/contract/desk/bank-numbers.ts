// Check digits of account numbers, which reveal nearly all typing errors.

// Lengths by country, from the IBAN registry.
const lengths = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 " +
    "FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 " +
    "SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

/** The remainder of ISO 7064 is computed digit by digit, because the whole number is too large. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || lengths.get(iban.slice(0, 2)) !== iban.length) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** The checksum of the American Bankers Association. */
export function isRoutingNumber(number: string): boolean {
  if (!/^\d{9}$/.test(number) || number === "000000000") return false;
  const weights = [3, 7, 1];
  return [...number].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] as number), 0) % 10 === 0;
}

const sepa = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK " +
    "SM VA"
  ).split(" "),
);

export const isInSepa = (iban: string): boolean => sepa.has(iban.slice(0, 2));

/**
 * Whose banks have BICs of another country than their IBANs: territories without IBANs of their own, after the registry and
 * the EPC’s list of valid pairs; Northern Ireland, Monaco and San Marino, whose banks belong to a neighbour’s system.
 */
const others: Record<string, string> = {
  DK: "FO GL",
  ES: "EA IC",
  FI: "AX",
  FR: "BL GF GP MF MQ NC PF PM RE TF WF YT",
  GB: "GG IM JE VG",
  IE: "GB",
  IT: "SM",
  MC: "FR",
};

export const countryOfBic = (bic: string): string => bic.slice(4, 6);

/** Whether the bank that a BIC names can have an IBAN. */
export function bicFits(iban: string, bic: string): boolean {
  const country = iban.slice(0, 2);
  return [country, ...(others[country]?.split(" ") ?? [])].includes(countryOfBic(bic));
}
