import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { startTestApp } from "../test/app.ts";
import { findChromium } from "../test/chromium.ts";

const folder = join(projectDir, "docs/components");
const themes = ["light", "dark"] as const;
const dialogs = ["dialog", "sheet", "confirm", "palette", "shortcuts"];
type Take = (name: string, theme: (typeof themes)[number], picture: Buffer) => Promise<void> | void;

export async function takeComponents(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const names: string[] = [];
  await each((name, theme, picture) => {
    if (theme === "light") names.push(name);
    writeFileSync(fileOf(name, theme), picture);
  });
  writeFileSync(join(projectDir, "docs/components.md"), toGallery(names));
  console.log(`docs/components  ${names.length} components in ${themes.length} themes`);
}

export async function compareComponents(): Promise<void> {
  let unlike = 0;
  let seen = 0;
  await each(async (name, theme, picture, page) => {
    const file = fileOf(name, theme);
    const then = existsSync(file) ? readFileSync(file) : null;
    const found = then ? await difference(page, then, picture) : "no picture yet";
    seen++;
    if (found === 0) return;
    unlike++;
    console.log(`${name}, ${theme}`.padEnd(32), typeof found === "number" ? `${found} pixels` : found);
  });
  console.log(`${unlike} of ${seen} pictures differ.`);
}

const fileOf = (name: string, theme: string) => join(folder, `${name}${theme === "dark" ? "-dark" : ""}.webp`);

async function each(take: (...given: [...Parameters<Take>, page: Page]) => Promise<void> | void): Promise<void> {
  const app = await startTestApp(12, { CARTWRIGHT_COMPONENTS: "1" });
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
    for (const colorScheme of themes) {
      // The viewport is as high as the page, so that sticky elements cover nothing.
      const context = await browser.newContext({
        baseURL: app.env.CARTWRIGHT_ORIGIN,
        colorScheme,
        reducedMotion: "reduce",
        viewport: { width: 900, height: 9_000 },
      });
      const page = await context.newPage();
      await page.goto("/components");
      await page.locator("[data-ready=true]").waitFor();
      await page.waitForLoadState("networkidle");
      const shoot = async (name: string, what: Locator) =>
        take(name, colorScheme, await toWebp(page, await what.screenshot({ animations: "disabled" })), page);
      for (const specimen of await page.locator("[data-specimen]").all()) {
        await shoot((await specimen.getAttribute("data-specimen")) as string, specimen);
      }
      await page.setViewportSize({ width: 900, height: 700 });
      for (const name of dialogs) {
        await page.getByRole("button", { name: `Open the ${name}`, exact: true }).click();
        await shoot(`open-${name}`, page.locator("dialog:modal"));
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: "Open the menu" }).click();
      await shoot("open-menu", page.locator("[popover]:popover-open").filter({ hasText: "Duplicate" }));
      await context.close();
    }
  } finally {
    await browser?.close();
    await app.stop();
  }
}

function difference(page: Page, then: Buffer, now: Buffer): Promise<number | string> {
  return page.evaluate(
    async (pictures) => {
      const read = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const { width, height } = await createImageBitmap(new Blob([bytes])).then((image) => {
          canvas.width = image.width;
          canvas.height = image.height;
          pen.drawImage(image, 0, 0);
          return image;
        });
        const pixels = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
        return { size: `${width}×${height}`, pixels };
      };
      const canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
      const [a, b] = [await read(pictures[0] as string), await read(pictures[1] as string)];
      if (a.size !== b.size) return `${b.size}, and was ${a.size}`;
      return a.pixels.filter((pixel, at) => pixel !== b.pixels[at]).length;
    },
    [then.toString("base64"), now.toString("base64")],
  );
}

function toGallery(names: string[]): string {
  const parts = names.map((name) => {
    const [light, dark] = [`![${name}](components/${name}.webp)`, `![${name}, dark](components/${name}-dark.webp)`];
    return `## ${name}\n\n${light}\n\n${dark}\n`;
  });
  return `# Components

The components of the screens, each in all of its states: \`components/ui\` and \`components/charts\`. The page itself is at \`/components\`
of a Cartwright that was started with \`CARTWRIGHT_COMPONENTS=1\`. \`npm run screenshots -- components\` takes the pictures again and
writes this page; \`npm run screenshots -- compare\` reports by how many pixels each component differs from its picture.

${parts.join("\n")}`;
}

/** The browser writes the picture as lossless WebP, which has a quarter of a PNG's size. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 1);
  }, png.toString("base64"));
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
