import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";
import { street, wallsFile, wallsText } from "./walls.ts";

// Each line is an import that the linter must refuse in such a file.
const walls = [
  ["components/ui/product.tsx", "@/lib/api/desk"],
  ["components/ui/upwards.tsx", "../shell"],
  ["components/server.tsx", "@/lib/server/db"],
  ["components/forms/server.tsx", "@/lib/server/db"],
  ["components/services.tsx", "@/lib/services/index"],
  ["components/drawing.tsx", "recharts"],
  ["components/ui/drawing.tsx", "recharts"],
  ["components/charts/server.tsx", "@/lib/server/db"],
  ["app/drawing.tsx", "recharts"],
  ["lib/api/server.ts", "../server/db.ts"],
  ["lib/contract/server.ts", "../server/db.ts"],
  ["lib/contract/checkout/framework.ts", "react"],
  ["lib/services/checkout/framework.ts", "next/headers"],
  ["lib/services/checkout/server.ts", "../../server/db.ts"],
  ["lib/server/services.ts", "../services/index.ts"],
  ["lib/server/desk/services.ts", "../../services/index.ts"],
  ["lib/server/db.ts", "./wire/call.ts"],
  ["lib/server/wire/upwards.ts", "../memory/remembered-records.ts"],
  ["lib/server/wire/governor/upwards.ts", "../../people/sessions.ts"],
  ["lib/server/memory/upwards.ts", "@/lib/server/people/sessions"],
  ["lib/server/people/upwards.ts", "../work/mail/outbox.ts"],
  ["lib/server/work/jobs/upwards.ts", "../../payouts/files.ts"],
  ["lib/server/payouts/upwards.ts", "../partners/partners.ts"],
  ["lib/server/partners/upwards.ts", "../desk/personal.ts"],
  ["lib/server/desk/job-kinds/upwards.ts", "../../foreign/index.ts"],
  ["lib/server/foreign/upwards.ts", "../registrations.ts"],
  ["e2e/second-upstream/contract.ts", "../../lib/contract/errors.ts"],
] as const;
const doors = [
  ["lib/server/wire/upstream.ts", "../services/index.ts"],
  ["components/charts/drawing.tsx", "recharts"],
] as const;

const folder = mkdtempSync(join(tmpdir(), "cartwright-walls-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const name of ["biome.json", "biome.walls.json", ".gitignore"])
  copyFileSync(join(projectDir, name), join(folder, name));
for (const [file, specifier] of [...walls, ...doors]) {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), `import "${specifier}";\n`);
}
const lint = join(projectDir, "node_modules/@biomejs/biome/bin/biome");
const said = spawnSync(process.execPath, [lint, "lint", "--max-diagnostics=none"], { cwd: folder, encoding: "utf8" });
const refused = [...(said.stdout + said.stderr).matchAll(/^(\S+):\d+:\d+ lint\/style\/noRestrictedImports/gm)].map(
  ([, file]) => file,
);

test.each(walls)("%s may not import %s", (file) => expect(refused).toContain(file));
test.each(doors)("%s may import %s", (file) => expect(refused).not.toContain(file));
test("every file and folder of lib/server has its place in the street", () => {
  const placed = Object.values(street)
    .join()
    .match(/[\w-]+/g);
  const there = readdirSync(join(projectDir, "lib/server")).map((name) => name.replace(/(\.test)?\.ts$/, ""));
  expect(there.filter((name) => !placed?.includes(name))).toEqual([]);
});
test("biome.walls.json is what `npm run format` writes", () =>
  expect(JSON.parse(readFileSync(wallsFile, "utf8"))).toEqual(JSON.parse(wallsText())));
