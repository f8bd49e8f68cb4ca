ALTER TABLE "checkout"."order" ADD COLUMN "confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "counted" boolean DEFAULT true NOT NULL;