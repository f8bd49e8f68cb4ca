import { defineConfig } from "vitest/config";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  test: {
    environment: "jsdom",
    include: ["extensions/*/tests/*.js"],
    // It imports the extension, which is written in JSX.
    server: { deps: { inline: ["@shopify/ui-extensions-tester"] } },
  },
});
