import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

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
    include: ["{app,components,lib,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["scripts/test-database.ts"],
    // Far more than any takes on a quiet machine: how fast one is, is asked by benches.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when other tests leave the cores to it.
    expect: { poll: { timeout: 10_000 } },
  },
});
