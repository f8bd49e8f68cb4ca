ALTER TABLE "checkout"."product" ADD COLUMN "compare_at_price" bigint;--> statement-breakpoint
ALTER TABLE "checkout"."product" ADD COLUMN "tax_included" boolean;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "quantity" jsonb DEFAULT '{}'::jsonb NOT NULL;