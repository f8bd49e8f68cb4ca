ALTER TABLE "checkout"."api_key" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "affiliate"."api_key" ADD COLUMN "key" text;