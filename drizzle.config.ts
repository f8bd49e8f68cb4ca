import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/database/schema/desk.ts",
    "./lib/database/schema/checkout.ts",
    "./lib/database/schema/checkout-sales.ts",
    "./lib/database/schema/checkout-delivery.ts",
    "./lib/database/schema/affiliate.ts",
  ],
  out: "./lib/database/migrations",
  schemaFilter: ["desk", "checkout", "affiliate"],
});
