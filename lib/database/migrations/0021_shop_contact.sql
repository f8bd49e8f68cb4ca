CREATE TABLE "checkout"."shop_contact" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"offers_asked_at" timestamp (3) with time zone,
	"events_sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "checkout"."shop_contact" ADD CONSTRAINT "shop_contact_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "storefront_event_shown" ON "checkout"."storefront_event" USING btree ("tenant_id",("data" ->> 'upsell_id'),"occurred_at") WHERE type = 'offer.shown';--> statement-breakpoint
INSERT INTO "checkout"."shop_contact" ("tenant_id", "offers_asked_at", "events_sent_at")
SELECT "tenant_id", max("received_at") FILTER (WHERE "type" = 'offer.shown'), max("received_at") FROM "checkout"."storefront_event" GROUP BY "tenant_id";
