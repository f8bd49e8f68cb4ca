import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const contrast = "color-contrast";

export type Look = "all" | "all but sizes" | "colours" | "the rest";

/** Colours take axe longest, so they can be checked alone or left out. Sizes can be measured instead. */
const leftOut = { all: [], "all but sizes": ["target-size"], "the rest": ["target-size", contrast] };

/** Left out of further looks at a page whose rows were all checked before. */
const furtherRows = "tbody > tr:nth-child(n + 9)";

/** Accessibility errors found by axe, with its reasons. Frames are left out: the preview of a mail refuses every script. */
export async function barriers(page: Page, looksAt: Look = "all") {
  // The source of axe is half a megabyte, and each document needs it only once.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(rememberColours);
  }
  const further = looksAt === "colours" || looksAt === "the rest";
  const rules =
    looksAt === "colours"
      ? { runOnly: [contrast] }
      : { runOnly: tags, rules: Object.fromEntries(leftOut[looksAt].map((rule) => [rule, { enabled: false }])) };
  const options: RunOptions = { ...rules, iframes: false, resultTypes: ["violations"] };
  const violations = await page.evaluate(
    async ({ exclude, options }) => (await window.axe.run({ exclude }, options)).violations,
    { exclude: further ? [furtherRows] : [], options },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => ({ id, target, why: any[0]?.message })));
}

/** A page has few colours, but axe parses one several times for each text, which takes a third of its time for contrast. */
function rememberColours(): void {
  type Colour = { r: number; g: number; b: number; alpha: number; parseString(text: string): Colour };
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } };
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>();
  prototype.parseString = function (text) {
    const before = known.get(text);
    if (before) return Object.assign(this, before);
    const { r, g, b, alpha } = parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Waits for the paint, without transitions: they would spread a theme change through the page frame by frame. */
export function painted(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    if (document.adoptedStyleSheets.length === 0) {
      const still = new CSSStyleSheet();
      still.replaceSync("*, ::before, ::after { transition: none !important }");
      document.adoptedStyleSheets = [still];
    }
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

export async function noBarriers(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await painted(page);
    expect(await barriers(page, colorScheme === "dark" ? "colours" : undefined), colorScheme).toEqual([]);
  }
}
