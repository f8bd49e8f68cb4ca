import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";

/** The program at a commit, in a folder of its own, in which its first process builds it; or in the folder named instead. */
export function checkOut(from = lastRelease()): { folder: string; said: string; remove(): void } {
  if (isAbsolute(from)) return { folder: from, said: from, remove: () => {} };
  const said = git("log", "-1", "--format=%h %s", from);
  const folder = mkdtempSync(join(tmpdir(), "cartwright-previous-"));
  execFileSync("sh", ["-c", 'git archive "$0" | tar -x -C "$1"', from, folder], { cwd: projectDir });
  const lock = "package-lock.json";
  if (readFileSync(join(folder, lock), "utf8") === readFileSync(join(projectDir, lock), "utf8")) {
    const packages = [join(projectDir, "node_modules/."), join(folder, "node_modules")];
    try {
      execFileSync("cp", ["-al", ...packages], { stdio: "ignore" });
    } catch {
      // Links do not reach to another file system.
      execFileSync("cp", ["-a", ...packages]);
    }
    rmSync(join(folder, "node_modules/.cartwright-build.lock"), { force: true });
  } else {
    execFileSync("npm", ["ci"], { cwd: folder, stdio: "ignore" });
  }
  return { folder, said, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The last tag, or else the last commit with another schema. */
function lastRelease(): string {
  const tag = git("tag", "--merged", "HEAD~1", "--sort=-creatordate").split("\n")[0];
  return tag || `${git("log", "-1", "--format=%H", "--", "lib/database/migrations")}~1`;
}

const git = (...words: string[]) => execFileSync("git", words, { cwd: projectDir }).toString().trim();
