import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs exactly these packages, unless the folder has them from an earlier run. */
export function install(folder: string, packages: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  const isThere = Object.entries(packages).every(([name, version]) => {
    const file = join(folder, "node_modules", name, "package.json");
    return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
  });
  if (isThere) return;
  console.log(`Installing ${Object.entries(packages)[0]?.join(" ")}…`);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
}
