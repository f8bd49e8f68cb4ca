ALTER TABLE "checkout"."upsell" ADD COLUMN "next_accepted" text;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "next_declined" text;--> statement-breakpoint
CREATE INDEX "upsell_leading" ON "checkout"."upsell" USING btree ("tenant_id") WHERE next_accepted is not null or next_declined is not null;