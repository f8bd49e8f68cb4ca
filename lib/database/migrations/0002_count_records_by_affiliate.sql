ALTER TABLE "affiliate"."record_count" DROP CONSTRAINT "record_count_tenant_id_kind_sort_status_bucket_pk";--> statement-breakpoint
DELETE FROM "affiliate"."record_count" WHERE "sort" IN ('amount', 'eligible_at', 'reviewed_at');--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ADD COLUMN "affiliate_id" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ALTER COLUMN "affiliate_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ADD COLUMN "day" date;--> statement-breakpoint
UPDATE "affiliate"."record_count" SET "day" = (to_timestamp("bucket" / 1000) AT TIME ZONE 'UTC')::date;--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" DROP COLUMN "sort";--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" DROP COLUMN "bucket";--> statement-breakpoint
INSERT INTO "affiliate"."record_count" ("tenant_id", "affiliate_id", "kind", "status", "day", "count")
SELECT "tenant_id", "affiliate_id", "kind", "status", (to_timestamp("bucket" / 1000) AT TIME ZONE 'UTC')::date, "count"
FROM "affiliate"."affiliate_count";--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ALTER COLUMN "day" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ADD CONSTRAINT "record_count_tenant_id_affiliate_id_kind_status_day_pk" PRIMARY KEY("tenant_id","affiliate_id","kind","status","day");--> statement-breakpoint
DROP TABLE "affiliate"."affiliate_count";
