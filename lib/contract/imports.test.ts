import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = globSync("**/*.ts", { cwd: here }).filter((file) => !file.endsWith(".test.ts"));

test("the contract imports zod, its own files with their endings, and nothing else", () => {
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const source = readFileSync(`${here}${file}`, "utf8");
    const imports = source.matchAll(/(?:\bfrom|\bimport\s*\(?|\brequire\s*\()\s*["']([^"']+)["']/g);
    for (const [, name = ""] of imports) {
      expect(name, file).toMatch(/^zod$|^\.{1,2}\/[\w./-]+\.ts$/);
      if (name !== "zod") expect(new URL(name, `file://${here}${file}`).pathname, file).toContain("/lib/contract/");
    }
  }
});

test("it loads in plain Node", () => {
  const load = files.map((file) => `await import(${JSON.stringify(`./${file}`)});`).join("\n");
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", `${load}\nconsole.log("loaded")`], {
    cwd: here,
    encoding: "utf8",
  });
  expect(output.trim()).toBe("loaded");
});
