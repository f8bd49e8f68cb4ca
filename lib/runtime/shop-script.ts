import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { versionOf, withDigest } from "../services/shop-script.ts";
import { projectDir } from "./runtime.ts";

const sources = join(projectDir, "lib", "sdk");

/** Builds what shops load: the script, the same as a module, and the helper for their servers. */
export async function buildShopScript(folder = join(projectDir, ".next", "sdk")): Promise<void> {
  const { build, stop, transform } = await import("esbuild");
  const made = `${folder}-${process.pid}`;
  const look = readFileSync(join(sources, "look.css"), "utf8");
  const { code } = await transform(look, { loader: "css", minify: true });
  const common = { bundle: true, charset: "utf8", logLevel: "error" } as const;
  const forBrowsers = {
    ...common,
    minify: true,
    target: "es2021",
  };
  const choice = join(made, "choice.js");
  await build({ ...forBrowsers, entryPoints: [join(sources, "choice.ts")], format: "iife", outfile: choice });
  const { digest, integrity } = withDigest(readFileSync(choice, "utf8"));
  const choiceFile = JSON.stringify({ file: versionOf("choice.js", digest), integrity });
  const define = { shopStyles: JSON.stringify(code.trim()), choiceFile };
  await build({
    ...forBrowsers,
    define,
    entryPoints: [join(sources, "script.ts")],
    format: "iife",
    outfile: join(made, "cartwright.js"),
  });
  await build({
    ...forBrowsers,
    define,
    entryPoints: [join(sources, "shop.ts")],
    format: "esm",
    outfile: join(made, "cartwright.mjs"),
  });
  copyFileSync(join(sources, "types.ts"), join(made, "cartwright.d.ts"));
  await build({
    ...common,
    entryPoints: [join(sources, "server", "index.ts")],
    format: "esm",
    target: "es2022",
    outfile: join(made, "shop.mjs"),
  });
  copyFileSync(join(sources, "server", "types.ts"), join(made, "shop.d.ts"));
  await stop();
  // Another process may read the files at this moment.
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(made)) renameSync(join(made, name), join(folder, name));
  rmdirSync(made);
}
