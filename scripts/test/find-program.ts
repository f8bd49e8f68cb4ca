import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runTool } from "./tools.ts";

export function inPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Tries Debian's packages one by one until `found` returns true. Does nothing on other systems. */
export async function installFromDebian(packages: string[], found: () => boolean): Promise<void> {
  if (process.getuid?.() !== 0 || !inPath("apt-get")) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runTool(["apt-get", "update", "-q"], { minutes: 4, env });
  for (const name of packages) {
    if (found()) return;
    await runTool(["apt-get", "install", "-qy", "--no-install-recommends", name], { minutes: 10, env });
  }
}
