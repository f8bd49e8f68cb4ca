import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";
import { screens } from "./screens.ts";

/** The browser test of webhooks reaches these screens from an endpoint. */
const walked = ["/webhooks/[id]/deliveries/[delivery]", "/webhooks/[id]/edit", "/webhooks/[id]/live"];

test("every page of a store is a screen", () => {
  const folder = join(projectDir, "app/[store]/[mode]");
  const pages = globSync("**/page.tsx", { cwd: folder }).map((file) => `/${file}`.replace(/\/page\.tsx$/, ""));
  const shown = screens.map(({ path, row }) => (row ? `${path}/[id]` : path.replace(/\/[a-z]+_demo\d+$/, "/[id]")));
  expect(pages.toSorted()).toEqual([...new Set([...shown, ...walked])].toSorted());
});
