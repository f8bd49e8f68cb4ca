import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";

// Tests wait for pages and clocks half of the time, so three of them keep two cores busy.
const workers = Math.ceil(availableParallelism() * 1.5);
/** These tests wait for a slow API most of the time, so they run beside the others and hardly slow them down. */
const waiting = "second-upstream*.spec.ts";

/** `npm test` starts the app, and passes its address, the browser and the reporter. */
export default defineConfig({
  testDir: "e2e",
  // Node runs the files as they are, in a third of the time that Playwright takes to translate them.
  build: { external: ["**/*.ts"] },
  fullyParallel: true,
  workers: workers + 1,
  projects: [
    { name: "desk", testIgnore: waiting, workers },
    // The second worker starts only if the others leave it room.
    { name: "waiting", testMatch: waiting, workers: 2 },
  ],
  // A machine that stalls for a moment is no fault of the product. The report names tests that passed only on retry.
  retries: 1,
  forbidOnly: true,
  // Far more than any test takes on a quiet machine. Speed is measured by benchmarks.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env.CARTWRIGHT_ORIGIN,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Traces cost time in each test. To get them, run `npm test -- e2e --trace retain-on-failure`.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // For a container, in which the browser runs as root and without a screen, and has no traffic of its own.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Optimizing code costs more than it gains while a page lives for seconds, and so do threads beside two busy cores.
        "--js-flags=--no-opt --no-maglev --single-threaded",
      ],
    },
  },
});
