import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { expect, test } from "./fixtures.ts";

// Colours and fonts differ between machines, and so do pictures. So this compares only the rough size of each component's states;
// `npm run screenshots -- compare` counts pixels.

type Boxes = Record<string, [width: number, height: number][]>;

const file = join(import.meta.dirname, "components.boxes.json");
const widths = [1440, 360];

const boxesOf = (page: Page): Promise<Boxes> =>
  page.evaluate(() => {
    const specimens = [...document.querySelectorAll<HTMLElement>("[data-specimen]")];
    return Object.fromEntries(
      specimens.map((specimen) => {
        const states = [...(specimen.querySelector("[data-states]")?.children ?? [])];
        const boxes = states.map((state) => state.getBoundingClientRect());
        return [
          specimen.dataset.specimen ?? "",
          boxes.map(({ width, height }) => [Math.round(width), Math.round(height)]),
        ];
      }),
    ) as Boxes;
  });

/** Another font is a little wider and may wrap earlier; a component without its padding or grid differs much more. */
const near = (now: number, then: number, least: number) => Math.abs(now - then) <= Math.max(least, then * 0.2);

test("every component keeps its size, wide and narrow, is accessible in both themes, and opens", async ({ page }) => {
  test.skip(process.env.CARTWRIGHT_COMPONENTS !== "1", "asked for where one process serves");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/components");
  await page.locator("[data-ready=true]").waitFor();
  await expect(page.locator("[data-specimen=line-chart] .recharts-surface").first()).toBeVisible();

  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Boxes>) : {};
  const seen: Record<string, Boxes> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(sideways, `scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
    seen[width] = await boxesOf(page);
  }
  if (process.env.BOXES === "write") writeFileSync(file, `${JSON.stringify(seen)}\n`);
  else {
    for (const width of widths) {
      const [then, now] = [known[width] ?? {}, seen[width] ?? {}];
      expect.soft(Object.keys(now), "BOXES=write takes them anew").toEqual(Object.keys(then));
      for (const [name, boxes] of Object.entries(now)) {
        const off = boxes.filter(([w, h], at) => {
          const box = then[name]?.[at];
          return !(box && near(w, box[0], 12) && near(h, box[1], 8));
        });
        expect.soft(off, `${name} at ${width}, which was ${JSON.stringify(then[name])}`).toEqual([]);
        expect.soft(boxes.length, `states of ${name}`).toBe(then[name]?.length);
      }
    }
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await noBarriers(page);
  await page.emulateMedia({ colorScheme: "light" });
  for (const name of ["dialog", "sheet", "confirm", "palette", "shortcuts"]) {
    await page.getByRole("button", { name: `Open the ${name}`, exact: true }).click();
    await expect(page.locator("dialog:modal")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog:modal")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeFocused();
});
