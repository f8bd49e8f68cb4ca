CREATE TABLE "checkout"."daily_upsell_segment" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"upsell_id" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"segment" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_upsell_segment_tenant_id_upsell_id_day_segment_pk" PRIMARY KEY("tenant_id","upsell_id","day","segment")
);
--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "offer_facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."daily_upsell_segment" ADD CONSTRAINT "daily_upsell_segment_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upsell_product" ON "checkout"."upsell" USING btree ("tenant_id","product_id","placement");