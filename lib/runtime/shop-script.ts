import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./runtime.ts";

const sources = join(projectDir, "lib", "sdk");

/** Builds what shops load: the script, the same as a module, and the helper for their servers. */
export async function buildShopScript(folder = join(projectDir, ".next", "sdk")): Promise<void> {
  const { build, transform } = await import("esbuild");
  mkdirSync(folder, { recursive: true });
  const look = readFileSync(join(sources, "look.css"), "utf8");
  const { code } = await transform(look, { loader: "css", minify: true });
  const common = { bundle: true, charset: "utf8", logLevel: "error" } as const;
  const forBrowsers = {
    ...common,
    minify: true,
    target: "es2021",
    define: { shopStyles: JSON.stringify(code.trim()) },
  };
  await build({
    ...forBrowsers,
    entryPoints: [join(sources, "script.ts")],
    format: "iife",
    outfile: join(folder, "cartwright.js"),
  });
  await build({
    ...forBrowsers,
    entryPoints: [join(sources, "shop.ts")],
    format: "esm",
    outfile: join(folder, "cartwright.mjs"),
  });
  copyFileSync(join(sources, "types.ts"), join(folder, "cartwright.d.ts"));
  await build({
    ...common,
    entryPoints: [join(sources, "server", "index.ts")],
    format: "esm",
    target: "es2022",
    outfile: join(folder, "shop.mjs"),
  });
  copyFileSync(join(sources, "server", "types.ts"), join(folder, "shop.d.ts"));
}
