import compile from "icu-minify/compile";
import { afterEach, expect, test } from "vitest";
import german from "./messages/de/sentences.json";
import english from "./messages/en/sentences.json";
import { onSpoken, said, speak, willSpeak } from "./said.ts";

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)])) as never;
/** Translates each message into its key and its values. */
const keys = compiled(
  Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, `${key} ${(text.match(/\{\w+\}/g) ?? []).join(" ")}`.trim()]),
  ),
);

afterEach(() => {
  speak({}, null);
  willSpeak(null);
});

test("a message of Cartwright is translated and keeps its values", () => {
  speak(compiled(english), keys);
  expect(said("Must be at most 80 characters.")).toBe("atMostCharacters 80");
  expect(said("Must be a number.")).toBe("number");
  expect(said("Must be a boolean.")).toBe("aKind boolean");
  expect(said("Shoe size is required.")).toBe("field Shoe size required");
  expect(said("Amount must be at most 80.")).toBe("field fieldAmount atMost 80");
  expect(said("“Delete offer” needs the role owner, affiliate manager, or merchant. Your role is analyst.")).toContain(
    "owner / affiliateManager / merchant",
  );
  speak(compiled(english), compiled(german));
  expect(said("Must be at most 80 characters.")).toContain("80 Zeichen");
  expect(said("Amount must be at most 80.")).toBe("Betrag: Darf höchstens 80 sein.");
  expect(said("“Delete offer” needs the role owner or merchant. Your role is analyst.")).toBe(
    "Dafür ist eine andere Rolle nötig (Leitung / Verkauf). Ihre Rolle ist Auswertung.",
  );
  expect(
    said("An event could not be delivered in 5 attempts. Last attempt: The checkout service did not respond in time."),
  ).toBe(
    "Ein Ereignis konnte in 5 Versuchen nicht zugestellt werden. Letzter Versuch: Der Checkout-Dienst hat nicht rechtzeitig geantwortet.",
  );
});

test("unknown messages and English messages stay unchanged", () => {
  expect(said("Must be a number.")).toBe("Must be a number.");
  speak(compiled(english), keys);
  expect(said("The moon is full (again).")).toBe("The moon is full (again).");
});

test("no message is taken for another one", () => {
  speak(compiled(english), keys);
  for (const [key, text] of Object.entries(english)) expect(said(text.replace(/[{}]/g, "")), text).toMatch(`${key}`);
});

test("translations are loaded once a message needs them, whichever side is ready first", () => {
  let learned = 0;
  const stop = onSpoken(() => {});
  willSpeak(() => learned++);
  expect(learned).toBe(1);
  stop();
  willSpeak(() => learned++);
  expect(learned).toBe(1);
  onSpoken(() => {})();
  expect(learned).toBe(2);
});
