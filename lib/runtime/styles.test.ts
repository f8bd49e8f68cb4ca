import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildStyles, openStyles } from "./styles.ts";

test("the content policy allows exactly the style sheet that the pages contain", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cartwright-styles-"));
  const file = join(folder, "styles.css");
  try {
    await buildStyles(file);
    const styles = readFileSync(file, "utf8");
    expect(styles).toContain("@layer components{");
    const hash = createHash("sha256").update(styles).digest("base64");
    expect(openStyles(file)).toBe(`'sha256-${hash}'`);
    expect(globalThis).toMatchObject({ cartwrightStyles: styles });
  } finally {
    Reflect.deleteProperty(globalThis, "cartwrightStyles");
    rmSync(folder, { recursive: true });
  }
});
