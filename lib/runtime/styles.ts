import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./runtime.ts";

const source = join(projectDir, "app", "globals.css");
const built = join(projectDir, ".next", "styles.css");

/** Builds the style sheet of all pages. */
export async function buildStyles(file = built): Promise<void> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const plugin = tailwind({ base: projectDir, optimize: true });
  const { css } = await postcss([plugin]).process(readFileSync(source, "utf8"), { from: source });
  writeFileSync(file, css);
}

/** Hands the style sheet to the pages, which contain it, and returns what the content policy calls it. */
export function openStyles(file = built): string {
  const styles = readFileSync(file, "utf8");
  Object.assign(globalThis, { cartwrightStyles: styles });
  return `'sha256-${createHash("sha256").update(styles).digest("base64")}'`;
}
