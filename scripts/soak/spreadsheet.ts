import { spawnSync } from "node:child_process";
import { runTool } from "../test/tools.ts";

// Opens the exported files of affiliates, commissions and payouts, even those for PayPal and Wise, in LibreOffice:
// totals must match, and no cell may be a formula. Reports if LibreOffice is not installed.
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
