DROP INDEX "affiliate"."affiliate_total_orders";--> statement-breakpoint
DROP INDEX "affiliate"."link_total_orders";--> statement-breakpoint
ALTER TABLE "desk"."payout" ADD COLUMN "adjustment" text;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate_total" ADD COLUMN "all_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate"."link_total" ADD COLUMN "all_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "affiliate"."affiliate_total" AS "main" SET "all_orders" = "each"."orders" FROM (
  SELECT "tenant_id", "affiliate_id", sum("orders") AS "orders" FROM "affiliate"."affiliate_total" GROUP BY 1, 2
) AS "each" WHERE "main"."main" AND "main"."tenant_id" = "each"."tenant_id" AND "main"."affiliate_id" = "each"."affiliate_id";--> statement-breakpoint
UPDATE "affiliate"."link_total" AS "main" SET "all_orders" = "each"."orders" FROM (
  SELECT "tenant_id", "link_id", sum("orders") AS "orders" FROM "affiliate"."link_total" GROUP BY 1, 2
) AS "each" WHERE "main"."main" AND "main"."tenant_id" = "each"."tenant_id" AND "main"."link_id" = "each"."link_id";--> statement-breakpoint
CREATE INDEX "affiliate_total_orders" ON "affiliate"."affiliate_total" USING btree ("tenant_id","all_orders","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_orders" ON "affiliate"."link_total" USING btree ("tenant_id","all_orders","link_id") WHERE "affiliate"."link_total"."main";