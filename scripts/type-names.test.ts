import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";

// One word means one thing. What shops install (lib/sdk) and workshops (scripts) have names of their own.

const allowed = ["Mode"];

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "app", "components", "lib"], {
  cwd: projectDir,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^lib\/(sdk|testing)\//.test(file));

test("an exported type has a name of its own", () => {
  const names = files.flatMap((file) => {
    const text = readFileSync(join(projectDir, file), "utf8");
    return [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = ""]) => name);
  });
  expect(names.length).toBeGreaterThan(500);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice.toSorted()).toEqual(allowed);
});
