import { spawnSync } from "node:child_process";
import { runTool } from "../test-tools.ts";

/** Affiliates', commissions' and payouts' files, those for PayPal and Wise too, opened by LibreOffice, with the same totals and no formulas; says so where there is none. */
export async function run(): Promise<boolean> {
  const { error } = spawnSync("soffice", ["--version"]);
  if (error) {
    console.log("skipped: there is no LibreOffice here (soffice is not on the PATH), so no file was opened");
    return true;
  }
  return runTool(["node_modules/vitest/vitest.mjs", "run", "lib/server/jobs/spreadsheet.test.ts"], {
    minutes: 10,
    env: { SOAK_SPREADSHEET: "soffice" },
  });
}
