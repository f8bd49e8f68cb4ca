ALTER TABLE "checkout"."upsell" ADD COLUMN "texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "image_url" text;