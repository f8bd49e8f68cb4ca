import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { runTool } from "./test-tools.ts";

/** The headless shell first: the same engine without a window to draw, and a third of the processor's time saved. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A Chromium for the browser tests: one that is here, else Debian's, else Playwright's. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names no file: ${given}`);
  }
  const found = onThisMachine() ?? (await installed());
  if (found) return found;
  throw new Error("No Chromium could be installed: install one and set CHROMIUM_PATH to it.");
}

async function installed(): Promise<string | undefined> {
  console.log("Installing Chromium…");
  if (process.getuid?.() === 0 && inPath("apt-get")) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    const install = ["apt-get", "install", "-qy", "--no-install-recommends"];
    await runTool(["apt-get", "update", "-q"], { minutes: 4, env });
    await runTool([...install, "chromium-headless-shell"], { minutes: 10, env });
    if (!onThisMachine()) await runTool([...install, "chromium"], { minutes: 10, env });
  }
  // The download may hang where the network allows only some hosts.
  const playwright = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
  if (!onThisMachine()) await runTool(playwright, { minutes: 4 });
  return onThisMachine();
}

function onThisMachine(): string | undefined {
  const found = names.map(inPath).find((path) => path !== undefined);
  if (found) return found;
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

function inPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}
