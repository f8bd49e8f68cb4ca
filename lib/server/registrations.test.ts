import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../runtime/runtime.ts";

// A bundle has a copy of each module, so a page or a route that makes calls cannot count on what another one imported.

const files: string[] = [];
for await (const file of glob("{app,lib,scripts,e2e}/**/*.{ts,tsx}", { cwd: projectDir })) files.push(file);
const known = new Set([...files, "instrumentation.ts"]);

const importing = /^(?:import|export) (?!type )(?:[^"]*? from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): string[] {
  const named = [...readFileSync(join(projectDir, file), "utf8").matchAll(importing)].map(
    ([, one, lazy]) => one ?? lazy,
  );
  return named.flatMap((name = "") => {
    const path = name.startsWith("@/") ? name.slice(2) : name.startsWith(".") && normalize(join(dirname(file), name));
    return path ? [path, `${path}.ts`, `${path}.tsx`].filter((each) => known.has(each)) : [];
  });
}

const imports = new Map<string, string[]>();
function reaches(file: string, wanted: string, seen = new Set<string>()): boolean {
  if (file === wanted) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  if (!imports.has(file)) imports.set(file, importsOf(file));
  return (imports.get(file) as string[]).some((each) => reaches(each, wanted, seen));
}

const entries = [...known].filter(
  (file) =>
    file === "instrumentation.ts" ||
    /^(app\/.*(page|layout|route)\.tsx?|lib\/runtime\/\w+\.ts|scripts\/\w+\.ts|e2e\/admin-process\.ts)$/.test(file),
);
const making = entries.filter((file) => reaches(file, "lib/server/wire/perform-call.ts"));

test("pages, routes, the worker and the commands are among the entries that make calls", () => {
  const some = [
    "app/[store]/[mode]/page.tsx",
    "app/api/[store]/[mode]/checkout/[...path]/route.ts",
    "instrumentation.ts",
    "app/partners/[program]/(portal)/page.tsx",
    "lib/runtime/worker.ts",
    "scripts/admin.ts",
  ];
  expect(making).toEqual(expect.arrayContaining(some));
});

test("every entry that makes calls imports what the rooms register", () => {
  expect(making.filter((file) => !reaches(file, "lib/server/registrations.ts"))).toEqual([]);
});

test("a call fails in a process where nothing is registered", async () => {
  const { perform } = await import("./wire/perform-call.ts");
  const call = { api: "checkout", resource: "upsells", operation: "list" } as Parameters<typeof perform>[0];
  await expect(perform(call)).rejects.toThrow("registrations.ts has not been imported");
});
