import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { inPath, installFromDebian } from "./find-program.ts";
import { runTool } from "./tools.ts";

const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

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
  await installFromDebian(["chromium-headless-shell", "chromium"], () => onThisMachine() !== undefined);
  // The download may hang in networks that allow only some hosts.
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
