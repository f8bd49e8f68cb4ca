import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { runTool } from "./test-tools.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A Chromium for the browser tests: one that is here, else Playwright's, else Debian's. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names no file: ${given}`);
  }
  const present = onThisMachine();
  if (present) return present;
  console.log("Installing Chromium…");
  // The download may hang where the network allows only some hosts.
  await runTool(["node_modules/@playwright/test/cli.js", "install", "chromium"], { minutes: 4 });
  if (!onThisMachine() && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await runTool(["apt-get", "update", "-q"], { minutes: 4, env });
    await runTool(["apt-get", "install", "-qy", "--no-install-recommends", "chromium"], { minutes: 10, env });
  }
  const installed = onThisMachine();
  if (installed) return installed;
  throw new Error("No Chromium could be installed: install one and set CHROMIUM_PATH to it.");
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  return candidates.find((path) => existsSync(path));
}
