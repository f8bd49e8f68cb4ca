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

const project = (name: string, include: string[], exclude: string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include, exclude, isolate },
});

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // The package's plain entry throws, to keep server code out of a browser bundle; tests are the server.
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    environment: "node",
    // Tests wait for databases and processes most of the time, so that two cores are busy with three of them.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    globalSetup: ["scripts/test-database.ts"],
    // Far more than any takes on a quiet machine: how fast one is, is asked by benches.
    testTimeout: 60_000,
    // As in the browser: told by name where it was needed.
    retry: 1,
    hookTimeout: 60_000,
    // What is waited for comes when other tests leave the cores to it.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // These leave nothing behind in their process, so that what they have in common is loaded once for all of them.
      project("shared", shared, [], false),
      project("alone", ["{app,components,lib,scripts}/**/*.test.{ts,tsx}"], shared, true),
    ],
  },
});
