import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(projectDir, "docs")).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));
/** As GitHub makes anchors of headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("%s links only to existing files and headings", (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const broken = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const target = path ? join(dirname(document), decodeURIComponent(path)) : document;
    if (!existsSync(join(projectDir, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("the map in README.md names exactly the folders of the code", () => {
  const map = read("README.md").split("## Map of the code")[1] ?? "";
  const named = [...map.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path.replace(/…$/, "").replace(/\/$/, ""));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(projectDir, path)))).toEqual([]);
  const foldersIn = (path: string) =>
    readdirSync(join(projectDir, path))
      .map((name) => join(path, name))
      .filter((name) => statSync(join(projectDir, name)).isDirectory());
  const code = ["app", "components", "e2e", "scripts", ...foldersIn("lib")];
  expect(code.filter((path) => !named.some((each) => each === path || each.startsWith(`${path}/`)))).toEqual([]);
});
