import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";

// `npm test -- --changed` runs the unit tests that import what has changed since main, and the browser tests of the
// changed screens.

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: projectDir, encoding: "utf8" }).split("\n").filter(Boolean);

/** The commit at which the present branch left main. On main itself, what is not committed counts, or else the last commit. */
export function baseOfChanges(): string {
  const [head] = git("rev-parse", "HEAD");
  const [base = "HEAD"] = git("merge-base", "HEAD", "main");
  const isCommitted = git("status", "--porcelain").length === 0;
  return base === head && isCommitted ? "HEAD~1" : base;
}

export const changedFiles = (base: string): string[] => [
  ...git("diff", "--name-only", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];

/** Browser tests of a screen whose names do not begin with the name of its folder. */
const others: Record<string, string[]> = {
  "affiliate-analytics": ["affiliates"],
  "affiliate-orders": ["affiliates"],
  commissions: ["review-queue"],
  settings: ["keys", "people", "service-settings", "shop"],
  "(account)": ["set-up", "sign-in"],
};
/** For code that many screens share. */
const shared = ["first-paint", "overview"];

export function browserTestsFor(changed: readonly string[], specs = readdirSync(join(projectDir, "e2e"))): string[] {
  const named = specs.filter((name) => name.endsWith(".spec.ts")).map((name) => name.replace(".spec.ts", ""));
  const found = changed.flatMap((path) => {
    if (/\.test\.tsx?$|\.md$/.test(path)) return [];
    const spec = /^e2e\/([\w-]+)\.spec\.ts$/.exec(path)?.[1];
    if (spec) return [spec];
    const folder = /^app\/(?:\[store\]\/\[mode\]\/([\w-]+)\/|(\(account\))\/)/.exec(path);
    const screen = folder?.[1] ?? folder?.[2];
    if (screen)
      return [...named.filter((name) => name.startsWith(screen.replace(/s$/, ""))), ...(others[screen] ?? [])];
    return /^(app|components|lib|public)\//.test(path) ? shared : [];
  });
  return named.filter((name) => found.includes(name)).map((name) => `e2e/${name}.spec.ts`);
}
