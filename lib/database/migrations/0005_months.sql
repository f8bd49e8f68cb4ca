CREATE TABLE "checkout"."monthly_bundle" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"bundle_id" text NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"savings" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_bundle_tenant_id_month_bundle_id_pk" PRIMARY KEY("tenant_id","month","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."monthly_upsell" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"upsell_id" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_upsell_tenant_id_month_upsell_id_pk" PRIMARY KEY("tenant_id","month","upsell_id")
);
--> statement-breakpoint
ALTER TABLE "checkout"."daily_total" ADD COLUMN "bundle_purchases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."daily_total" ADD COLUMN "bundle_savings" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."monthly_bundle" ADD CONSTRAINT "monthly_bundle_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."monthly_upsell" ADD CONSTRAINT "monthly_upsell_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "checkout"."monthly_bundle" ("tenant_id", "month", "bundle_id", "purchases", "revenue", "savings")
SELECT "tenant_id", date_trunc('month', "day")::date, "bundle_id", sum("purchases"), sum("revenue"), sum("savings")
FROM "checkout"."daily_bundle" GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "checkout"."monthly_upsell" ("tenant_id", "month", "upsell_id", "shown", "accepted", "declined", "revenue")
SELECT "tenant_id", date_trunc('month', "day")::date, "upsell_id", sum("shown"), sum("accepted"), sum("declined"), sum("revenue")
FROM "checkout"."daily_upsell" GROUP BY 1, 2, 3;
--> statement-breakpoint
UPDATE "checkout"."daily_total" AS known SET "bundle_purchases" = sums.purchases, "bundle_savings" = sums.savings
FROM (
	SELECT "tenant_id", "day", sum("purchases") AS purchases, sum("savings") AS savings
	FROM "checkout"."daily_bundle" GROUP BY 1, 2
) AS sums WHERE sums."tenant_id" = known."tenant_id" AND sums."day" = known."day";
