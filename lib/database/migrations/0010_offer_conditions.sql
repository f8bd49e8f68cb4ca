ALTER TABLE "checkout"."upsell" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "audience" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "schedule" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "share_percent" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
UPDATE "checkout"."upsell" SET "priority" = 100 WHERE "first";--> statement-breakpoint
ALTER TABLE "checkout"."upsell" DROP COLUMN "first";