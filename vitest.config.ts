import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

const shared = [
  "app/\\[store\\]/**",
  "components/**",
  "lib/{contract,stats}/**",
  "lib/services/{affiliate,storefront}/**",
].map((folder) => `${folder}/*.test.{ts,tsx}`);

/** Tests of processes, of commands, and of a server whose background work may outlast its test. */
const alone = ["app/api/**", "lib/{runtime,server}/**", "scripts/**"].map((folder) => `${folder}/*.test.ts`);

/** These load modules anew within a test, with `vi.resetModules`, which only Vite's loader does. */
const reloading = [
  "lib/server/desk/work.test.ts",
  ...["admin", "backup", "doctor", "export-events", "rotate-secret"].map((name) => `scripts/${name}.test.ts`),
];

const all = ["{app,components,lib,scripts}/**/*.test.{ts,tsx}"];

const preload = (...names: string[]) => names.flatMap((name) => ["--import", `${root}scripts/test/${name}.mjs`]);

/** Node itself loads the modules, as it does outside of tests, in a third of the time that Vite takes. */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: preload("server-modules", "quick-scrypt"),
};

const project = (name: string, include: string[], exclude: string[], more: object) => ({
  extends: true as const,
  test: { name, include, exclude, ...more },
});

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // The package's plain entry throws, to keep server code out of browser bundles. Tests run as the server.
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    environment: "node",
    // Tests wait for databases and processes most of the time, so four of them keep two cores busy.
    maxWorkers: availableParallelism() * 2,
    globalSetup: ["scripts/test/database.ts"],
    tags: [{ name: "long", description: "Only `npm test -- --all` and a run that names tests include it." }],
    // Far more than any test takes on a quiet machine. Speed is measured by benchmarks.
    testTimeout: 180_000,
    // As in playwright.config.ts, the report names tests that passed only on retry.
    retry: 1,
    hookTimeout: 180_000,
    // A poll may have to wait until other tests leave it the cores.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // These tests leave nothing behind in their process, so one process loads their common modules for all of them.
      project("shared", shared, [], { isolate: false }),
      // These tests change the environment or modules, which are restored before each file. Packages stay loaded.
      project("fresh", all, [...shared, ...alone], { isolate: false, setupFiles: ["scripts/test/fresh.ts"] }),
      project("alone", alone, reloading, native),
      project("reloading", reloading, [], { execArgv: preload("quick-scrypt") }),
    ],
  },
});
