import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";

// CONTRIBUTING.md leads through a real operation, so its steps must match the code.

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const steps = read("CONTRIBUTING.md")
  .split(/^\d\. /m)
  .slice(1);
const filesOf = (step: string) =>
  [...step.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => decodeURIComponent(link));
const indented = (text: string) => text.replaceAll(/^\s+/gm, "").trim();

test("the worked example has six steps, each in files that exist", () => {
  expect(steps).toHaveLength(6);
  for (const step of steps) {
    expect(filesOf(step).length).toBeGreaterThan(0);
    for (const file of filesOf(step)) expect(existsSync(join(projectDir, file)), file).toBe(true);
  }
});

test("the code of each step is in the first file that the step names", () => {
  const shown = steps.flatMap((step) => {
    const code = /```tsx?\n(.*?)```/s.exec(step)?.[1];
    return code === undefined ? [] : [{ file: filesOf(step)[0] ?? "", code: indented(code) }];
  });
  expect(shown).toHaveLength(5);
  for (const { file, code } of shown) expect(indented(read(file)), file).toContain(code);
});

test.each([
  { walk: "Add a field to a record", files: 9 },
  { walk: "Add a resource", files: 25 },
])("the walk $walk takes $files files, which exist", ({ walk, files }) => {
  const [, section = ""] = read("CONTRIBUTING.md").split(`## ${walk}`);
  const rows = section.split("\n## ")[0]?.split("\n") ?? [];
  const named = rows.filter((line) => line.startsWith("| [")).flatMap(filesOf);
  const texts = /en(?=\/\w+\.json$)/;
  const all = new Set(named.flatMap((file) => ["en", "de", "ja"].map((to) => file.replace(texts, to))));
  expect(all.size).toBe(files);
  for (const file of all) expect(existsSync(join(projectDir, file)), file).toBe(true);
});
