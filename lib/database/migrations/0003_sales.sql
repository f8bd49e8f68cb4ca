ALTER TABLE "checkout"."experiment_visitor" ALTER COLUMN "variant" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ALTER COLUMN "converted" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "exposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "placed_by" text;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "upsell_lines" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "bundle_lines" jsonb DEFAULT '{}'::jsonb NOT NULL;