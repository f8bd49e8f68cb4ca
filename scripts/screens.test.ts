import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";
import { pictureOf, screens } from "./screens.ts";

/** Browser tests reach these screens from an endpoint and from a draft. */
const walked = [
  "/webhooks/[id]/deliveries/[delivery]",
  "/webhooks/[id]/edit",
  "/webhooks/[id]/live",
  "/experiments/[id]/edit",
];

const pagesOf = (folder: string) =>
  globSync("**/page.tsx", { cwd: join(projectDir, "app", folder) })
    .map((file) => `/${file}`.replace(/\/page\.tsx$/, ""))
    .toSorted();

test("every page of a store is a screen", () => {
  const own = screens.filter(({ site }) => !site);
  const shown = own.map(({ path, row }) => (row ? `${path}/[id]` : path.replace(/\/[a-z]+_demo\d+(?=\/|$)/, "/[id]")));
  expect(pagesOf("[store]/[mode]")).toEqual([...new Set([...shown, ...walked])].toSorted());
});

test("every page that an affiliate who is signed in finds is a screen", () => {
  const shown = screens
    .filter(({ site }) => site === "portal")
    .map(({ path }) => path.replace(/\d{4}-\d\d$/, "[month]"));
  expect(pagesOf("partners/[program]/(portal)")).toEqual([...shown, "/account/confirm/[id]"].toSorted());
});

test("every picture in docs/screens.md is of a screen, wide, dark and on a phone", () => {
  const gallery = readFileSync(join(projectDir, "docs/screens.md"), "utf8");
  const pictures = [...gallery.matchAll(/\(screens\/(.+?)\.webp\)/g)].map(([, name = ""]) => name);
  expect(pictures.length).toBeGreaterThan(30);
  const shown = screens.map(pictureOf).filter((name) => pictures.includes(name));
  expect(pictures.toSorted()).toEqual(shown.flatMap((name) => [name, `${name}-dark`, `${name}-phone`]).toSorted());
});
