import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";

// Tests wait for pages and clocks half of the time, so that two cores are busy with three of them.
const workers = Math.ceil(availableParallelism() * 1.5);
/** These wait for a slow API most of the time, so that they go beside the others and take little from them. */
const waiting = "second-upstream*.spec.ts";

/** `npm test` starts the app and names it and the browser; the reporter is given there, too. */
export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: workers + 1,
  projects: [
    { name: "desk", testIgnore: waiting, workers },
    { name: "waiting", testMatch: waiting, workers: 1 },
  ],
  // A machine that stood still for a moment is no fault of the product's; what passed only then is told by name.
  retries: 1,
  forbidOnly: true,
  // Far more than anything takes on a quiet machine: how fast one is, is asked by benches.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env.CARTWRIGHT_ORIGIN,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Traces cost time in each test, and are there to be asked for: `npm test -- e2e --trace retain-on-failure`.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // As root and without a screen, as in a container; and no traffic of the browser's own.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
