import { expect, test } from "vitest";
import { directionOf, isLocale, locales, negotiate, pseudoLocale } from "./locales.ts";

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr, ja;q=0.5, en;q=0.4", "ja"],
  ["en;q=0.3, de;q=0.7", "de"],
  ["de;q=0, ja", "ja"],
  ["fr-CH", "en"],
  ["*", "en"],
  [";;q=x", "en"],
  ["", "en"],
  [null, "en"],
] as const)("a browser that asks for %j gets %s", (accepted, locale) => {
  expect(negotiate(accepted)).toBe(locale);
});

test("the pseudo-language can be requested by name, and is never negotiated", () => {
  expect(isLocale(pseudoLocale)).toBe(true);
  expect(locales).not.toContain(pseudoLocale);
  expect(([...locales, pseudoLocale] as const).map((locale) => directionOf(locale))).toEqual([
    "ltr",
    "ltr",
    "ltr",
    "rtl",
  ]);
  expect([isLocale("fr"), isLocale(null), isLocale("__proto__")]).toEqual([false, false, false]);
});
