import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const filesOf = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => file.replace(".tsx", ""));

test("every component is shown exactly once on the component page", () => {
  const pages = filesOf("app/components").map((file) =>
    readFileSync(new URL(`app/components/${file}.tsx`, root), "utf8"),
  );
  const shown = pages.flatMap((page) =>
    [...page.matchAll(/<Specimen of="([^"]+)"/g)].flatMap(([, of = ""]) => of.split(" ")),
  );
  const all = [...filesOf("components/ui"), ...filesOf("components/charts")];
  expect(shown.toSorted()).toEqual(all.toSorted());
});
