import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "./runtime.ts";

// Each line is an import that the linter must refuse in such a file.
const walls = [
  ["components/ui/sample.tsx", "@/lib/api/desk"],
  ["components/ui/sample.tsx", "../shell"],
  ["components/sample.tsx", "@/lib/server/db"],
  ["components/sample.tsx", "@/lib/services/index"],
  ["lib/api/sample.ts", "../server/db.ts"],
  ["lib/contract/sample.ts", "../server/db.ts"],
  ["lib/contract/checkout/sample.ts", "react"],
  ["lib/services/checkout/sample.ts", "next/headers"],
  ["lib/services/checkout/sample.ts", "../../server/db.ts"],
  ["lib/server/sample.ts", "../services/index.ts"],
  ["lib/server/desk/sample.ts", "../../services/index.ts"],
];

test.each(walls)("%s may not import %s", (file, specifier) => {
  const lint = join(projectDir, "node_modules/@biomejs/biome/bin/biome");
  const { stdout, stderr } = spawnSync(process.execPath, [lint, "lint", `--stdin-file-path=${file}`], {
    cwd: projectDir,
    input: `import "${specifier}";\n`,
    encoding: "utf8",
  });
  expect(stdout + stderr).toContain("noRestrictedImports");
});

test("the one door to our services is open", () => {
  const lint = join(projectDir, "node_modules/@biomejs/biome/bin/biome");
  const { status } = spawnSync(process.execPath, [lint, "lint", "lib/server/embedded.ts"], { cwd: projectDir });
  expect(status).toBe(0);
});
