import fc from "fast-check";
import { expect, test } from "vitest";
import { bicFits, isIban, isInSepa, isRoutingNumber } from "./bank-numbers.ts";

// Examples of the IBAN registry.
const real = [
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
  "CH9300762011623852957",
  "SE4550000000058398257466",
  "AT611904300234573201",
];

test.each(real)("%s is an IBAN", (iban) => {
  expect(isIban(iban)).toBe(true);
});

test("one wrong digit, or two that changed places, make it wrong", () => {
  fc.assert(
    fc.property(fc.constantFrom(...real), fc.nat(100), fc.nat(9), (iban, at, digit) => {
      const places = [...iban.matchAll(/\d(?=\d)/g)].map(({ index }) => index);
      const place = places[at % places.length] as number;
      const [before, [first, second], after] = [iban.slice(0, place), iban.slice(place), iban.slice(place + 1)];
      const wrong = before + digit + after;
      expect(isIban(wrong)).toBe(wrong === iban);
      expect(isIban(before + second + first + after.slice(1))).toBe(first === second);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  "",
  "DE",
  "DE8937040044053201300",
  "XX89370400440532013000",
  "DE89 3704 0044 0532 0130 00",
  "de89370400440532013000",
])("%j is no IBAN", (text) => {
  expect(isIban(text)).toBe(false);
});

test.each([
  ["021000021", true],
  ["011401533", true],
  ["091000019", true],
  ["021000022", false],
  ["12100002", false],
  ["000000000", false],
])("the routing number %s: %s", (number, right) => {
  expect(isRoutingNumber(number)).toBe(right);
});

test("only some countries with IBANs take part in SEPA", () => {
  expect(isInSepa("CH9300762011623852957")).toBe(true);
  expect(isInSepa("TR330006100519786457841326")).toBe(false);
});

test.each([
  ["DE", "COBADEFFXXX", true],
  ["DE", "BNPAFRPP", false],
  ["FR", "COBADEFF", false],
  ...["GF", "GP", "MQ", "RE", "YT", "BL", "MF", "PM", "NC", "PF", "WF", "TF"].map((of) => ["FR", `BNPA${of}PP`, true]),
  ...["GG", "IM", "JE"].map((of) => ["GB", `BARC${of}22`, true]),
  ["FI", "NDEAAXHH", true],
  ["MC", "BNPAFRPP", true],
  ["IE", "ULSBGB2B", true],
  ["IT", "BASMSMSM", true],
  ["DK", "NDEAFOFO", true],
  // A territory has no parent in the other direction, and no other country is let through with it.
  ["FR", "BNPAMCM1", false],
  ["GB", "BNPAFRPP", false],
  ["DE", "BNPAREPP", false],
] as [string, string, boolean][])("an IBAN of %s with the BIC %s: %s", (country, bic, fits) => {
  expect(bicFits(`${country}00`, bic)).toBe(fits);
});
