import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = globSync("**/*.ts", { cwd: here }).filter((file) => !file.endsWith(".test.ts"));

test("the contract imports only zod and its own files, with their endings", () => {
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

test("the contract loads in plain Node", () => {
  const load = files.map((file) => `await import(${JSON.stringify(`./${file}`)});`).join("\n");
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", `${load}\nconsole.log("loaded")`], {
    cwd: here,
    encoding: "utf8",
  });
  expect(output.trim()).toBe("loaded");
});

/** These two pages may be heavier, because people open them rarely. */
const mayWeigh = ["app/(account)/setup/set-up-form.tsx", "app/[store]/[mode]/settings/replace-key.tsx"];

test("no screen loads a validator with its first scripts", () => {
  const root = resolve(here, "../..");
  const isScreen = (file: string) =>
    file.endsWith(".tsx") &&
    existsSync(join(root, file)) &&
    /^"use client"/m.test(readFileSync(join(root, file), "utf8"));
  const pages = globSync("app/**/{page,layout,error}.tsx", { cwd: root });
  const screens = new Set(pages.flatMap((page) => [page, ...importedBy(join(root, page))]).filter(isScreen));
  expect(screens.size).toBeGreaterThan(30);
  const known = new Map<string, string[] | null>();
  const wayToZod = (file: string): string[] | null => {
    const found = known.get(file);
    if (found !== undefined) return found;
    known.set(file, null);
    for (const name of importedBy(join(root, file))) {
      const way = name.endsWith("zod") ? [name] : existsSync(join(root, name)) ? wayToZod(name) : null;
      if (way) known.set(file, [file, ...way]);
    }
    return known.get(file) ?? null;
  };
  for (const screen of screens) if (!mayWeigh.includes(screen)) expect(wayToZod(screen), screen).toBeNull();

  function importedBy(file: string): string[] {
    const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )([^;]*?) from "([^"]+)";/gm);
    return [...imports].flatMap(([, what = "", name = ""]) => {
      // The build removes type imports.
      if (/^\{\s*(type [^,}]+,?\s*)+\}$/.test(what)) return [];
      if (!/^[.@]\/|^\.\.\//.test(name)) return [name];
      const path = name.startsWith("@/") ? name.slice(2) : join(dirname(file), name).slice(root.length + 1);
      return [path, `${path}.ts`, `${path}.tsx`].filter((each) => /\.\w+$/.test(each));
    });
  }
});
