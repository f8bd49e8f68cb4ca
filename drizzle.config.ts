import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/database/schema/desk.ts",
    "./lib/database/schema/desk-audit.ts",
    "./lib/database/schema/desk-work.ts",
    "./lib/database/schema/desk-bank.ts",
    "./lib/database/schema/desk-history.ts",
    "./lib/database/schema/desk-experiments.ts",
    "./lib/database/schema/desk-jobs.ts",
    "./lib/database/schema/desk-live.ts",
    "./lib/database/schema/desk-payouts.ts",
    "./lib/database/schema/desk-mail.ts",
    "./lib/database/schema/desk-partners.ts",
    "./lib/database/schema/desk-portal.ts",
    "./lib/database/schema/checkout.ts",
    "./lib/database/schema/checkout-sales.ts",
    "./lib/database/schema/checkout-delivery.ts",
    "./lib/database/schema/checkout-shop.ts",
    "./lib/database/schema/affiliate.ts",
    "./lib/database/schema/affiliate-sales.ts",
    "./lib/database/schema/affiliate-money.ts",
    "./lib/database/schema/affiliate-sums.ts",
  ],
  out: "./lib/database/migrations",
  schemaFilter: ["desk", "checkout", "affiliate"],
});
