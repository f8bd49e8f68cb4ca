import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { demoStore, startDemoApp } from "./demo-app.ts";
import { projectDir } from "./runtime.ts";

// The pictures of the README, taken from the demo store.

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const desk = `/${demoStore}/sandbox`;
const pictures = [
  { name: "upsells", path: `${desk}/upsells`, viewport: wide, colorScheme: "light" },
  { name: "upsell-editor", path: `${desk}/upsells/ups_demo001`, viewport: wide, colorScheme: "dark" },
  { name: "upsells-phone", path: `${desk}/upsells`, viewport: phone, colorScheme: "light" },
] as const;

const app = await startDemoApp();
try {
  const folder = join(projectDir, "docs/screenshots");
  mkdirSync(folder, { recursive: true });
  for (const { name, path, viewport, colorScheme } of pictures) {
    const context = await app.browser.newContext({ baseURL: app.origin, viewport, colorScheme });
    await app.signIn(context);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
    console.log(`docs/screenshots/${name}.png`);
  }
} finally {
  await app.stop();
}
