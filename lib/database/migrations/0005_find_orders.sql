DROP INDEX "checkout"."storefront_event_declined";--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "lines_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "products" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "order_customer" ON "checkout"."order" USING btree ("tenant_id","customer_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "order_variant" ON "checkout"."order" USING btree ("tenant_id","experiment_variant","placed_at") WHERE experiment_variant is not null;--> statement-breakpoint
CREATE INDEX "order_value" ON "checkout"."order" USING btree ("tenant_id",("total" + "edited"),"id") WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX "order_offer_revenue" ON "checkout"."order" USING btree ("tenant_id",(case when "cancelled" then 0 else "upsell_revenue" + "bundle_revenue" + "subscription_revenue" end),"id") WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX "order_unusual" ON "checkout"."order" USING btree ("tenant_id","placed_at") WHERE cancelled or not confirmed or refunded <> 0;--> statement-breakpoint
CREATE INDEX "order_contents" ON "checkout"."order" USING gin ("upsells_accepted","bundles_purchased","products");--> statement-breakpoint
CREATE INDEX "storefront_event_offered" ON "checkout"."storefront_event" USING btree ("tenant_id",("data" ->> 'visitor_id'),"occurred_at") WHERE type in ('offer.shown', 'offer.declined');