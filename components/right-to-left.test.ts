import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Right-to-left languages mirror the page, so classes must use start and end instead of left and right.

const root = new URL("../", import.meta.url);
const files = ["app", "components"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

const sides = /^-?(m[lr]|p[lr]|left|right|inset-[lr]|scroll-[mp][lr]|rounded-(l|r|tl|tr|bl|br)|border-[lr])(-|$)/;
const words = /^((text|float|clear)-(left|right)|(origin|object|bg)-.*(left|right).*|(space|divide)-x.*)$/;
/** Horizontal movements and gradients need an `rtl:` counterpart. */
const along = /^(-?translate-x-|bg-linear-to-[lr]$|skew-)/;

function classesOf(source: string): { list: string[]; line: string }[] {
  return [...source.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, plain, template]) => {
    const line = plain ?? template ?? "";
    return { line, list: line.split(/[\s${}]+/) };
  });
}

test.each(["ms-2 text-start md:ps-4 border-e inset-x-0", "-translate-x-1/2 rtl:translate-x-1/2"])(
  "%s is fine",
  (line) => {
    expect(physical(`"${line}"`)).toEqual([]);
  },
);

test.each(["ml-2", "md:pr-4", "-mr-px", "hover:left-0", "text-right", "rounded-l-md", "border-r", "translate-x-2"])(
  "%s is found",
  (line) => {
    expect(physical(`"grid ${line} gap-2"`)).toEqual([line]);
  },
);

test("no class names left or right", () => {
  const found = files.flatMap((file) =>
    physical(readFileSync(new URL(file, root), "utf8")).map((each) => `${file}: ${each}`),
  );
  expect(found).toEqual([]);
});

function physical(source: string): string[] {
  return classesOf(source).flatMap(({ line, list }) =>
    list.filter((each) => {
      const plain = each.replace(/^(.*[\]\w)-]:)+/, "");
      if (sides.test(plain) && plain !== "left" && plain !== "right") return true;
      if (words.test(plain)) return true;
      return along.test(plain) && !line.includes("rtl:");
    }),
  );
}
