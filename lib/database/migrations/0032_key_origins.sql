ALTER TABLE "checkout"."api_key" ADD COLUMN "origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate"."api_key" ADD COLUMN "origins" text[] DEFAULT '{}' NOT NULL;