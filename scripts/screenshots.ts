import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../lib/runtime/runtime.ts";
import { addressOf, pictureOf, type Screen, screens } from "./screens.ts";
import { compareComponents, takeComponents, toWebp } from "./screenshots/components.ts";
import { type DemoApp, demoStore, startDemoApp } from "./test/demo-app.ts";

const folder = join(projectDir, "docs/screens");
const looks = [
  { suffix: "", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { suffix: "-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { suffix: "-phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;

async function take(app: DemoApp, screen: Screen): Promise<void> {
  const address = addressOf(screen, demoStore);
  const path = screen.row ? await app.firstRowOf(address) : address;
  for (const { suffix, ...look } of looks) {
    const context = await app.browser.newContext({ baseURL: app.origin, reducedMotion: "reduce", ...look });
    await app.signIn(context);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.waitForLoadState("networkidle");
    const file = `${pictureOf(screen)}${suffix}.webp`;
    const picture = await toWebp(page, await page.screenshot());
    writeFileSync(join(folder, file), picture);
    await context.close();
    console.log(`docs/screens/${file}`.padEnd(48), `${Math.round(picture.length / 1000)} KB`);
  }
}

async function takeScreens(only: string | undefined): Promise<void> {
  const gallery = readFileSync(`${folder}.md`, "utf8");
  const shown = screens.filter((screen) => gallery.includes(`(screens/${pictureOf(screen)}.webp)`));
  const wanted = shown.filter((screen) => only === undefined || pictureOf(screen) === only);
  if (wanted.length === 0) throw new Error(`docs/screens.md shows no screen ${only}.`);
  const app = await startDemoApp();
  try {
    mkdirSync(folder, { recursive: true });
    if (only === undefined) for (const file of readdirSync(folder)) rmSync(join(folder, file));
    const context = await app.browser.newContext({ baseURL: app.origin });
    await app.signIn(context);
    await context.request.put(`${app.origin}/api/${demoStore}/sandbox/desk/personal/dismissed`, {
      headers: { origin: app.origin },
      data: { id: "checklist" },
    });
    await context.close();
    await app.finishesJob();
    for (const screen of wanted) await take(app, screen);
  } finally {
    await app.stop();
  }
}

const [what] = process.argv.slice(2);
if (what === "compare") await compareComponents();
else {
  if (what !== "components") await takeScreens(what);
  if (what === undefined || what === "components") await takeComponents();
}
