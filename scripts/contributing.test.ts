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

test("a new field of a record takes nine files, which exist", () => {
  const [, section = ""] = read("CONTRIBUTING.md").split("## Add a field to a record");
  const rows = section.split("\n").filter((line) => line.startsWith("| ["));
  const files = rows.map((row) => filesOf(row)[0] ?? "");
  expect(files.flatMap((file) => ["en", "de", "ja"].map((to) => file.replace("/en/", `/${to}/`)))).toSatisfy(
    (all: string[]) => new Set(all).size === 9 && all.every((file) => existsSync(join(projectDir, file))),
  );
});
