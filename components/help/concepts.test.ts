import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogueOf } from "@/lib/i18n/catalogues";
import { type Concept, concepts, conceptsOf, screenFor } from "./concepts.ts";

const [en, de, ja] = await Promise.all([catalogueOf("en"), catalogueOf("de"), catalogueOf("ja")]);
const terms = Object.keys(en.help.terms) as Concept[];
const root = new URL("../../", import.meta.url);
const read = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(`${folder}/${file}`, root), "utf8"));

test("each term is in one group, and one screen shows more about it", () => {
  expect(Object.values(concepts).flat().toSorted()).toEqual(terms.toSorted());
  expect(Object.values(conceptsOf).flat().toSorted()).toEqual(terms.toSorted());
});

test("each term has a help mark on some screen", () => {
  const sources = [...read("app"), ...read("components")].join("\n");
  // The figures of a period are rendered in a loop, by their names.
  const drawn: readonly Concept[] = sources.includes("help={name}") ? concepts.figures : [];
  const marked = (concept: Concept) =>
    drawn.includes(concept) ||
    new RegExp(
      `<Help of=(?:"${concept}"|\\{[^}]*"${concept}")|help[:=] ?"${concept}"|helpOf: .*"${concept}"|figure\\(.*"${concept}"\\)`,
    ).test(sources);
  expect(terms.filter((concept) => !marked(concept))).toEqual([]);
});

test("a term never links to a screen that the role may not open", () => {
  expect(screenFor("hold", () => true)).toMatchObject({ name: "commissions", path: "/commissions" });
  expect(screenFor("hold", (api) => api === "checkout")).toBeUndefined();
  expect(screenFor("chain", () => false)?.path).toBe("/activity");
});

test.each(Object.entries({ en, de, ja }))("%s help uses the screens' names of figures", (_, { figures, help }) => {
  for (const [name, word] of Object.entries(figures.names)) {
    expect(help.terms[name as keyof typeof figures.names].name).toBe(word);
  }
});
