ALTER TABLE "checkout"."product" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "checkout"."product" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."product" ADD COLUMN "variants" jsonb DEFAULT '[]'::jsonb NOT NULL;