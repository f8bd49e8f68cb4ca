CREATE TABLE "checkout"."ticket" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"upsell_id" text,
	"bundle_id" text,
	"revision" timestamp (3) with time zone NOT NULL,
	"lines" jsonb NOT NULL,
	"list_price" bigint NOT NULL,
	"price" bigint NOT NULL,
	"discount" jsonb,
	"placement" text,
	"trigger_product" text,
	"visitor_id" text,
	"experiments" jsonb NOT NULL,
	"for_order" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"redeemed_at" timestamp (3) with time zone,
	"order_id" text,
	"charged" bigint,
	"refusals" integer DEFAULT 0 NOT NULL,
	"refused" jsonb,
	CONSTRAINT "ticket_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "checkout"."ticket" ADD CONSTRAINT "ticket_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_issued" ON "checkout"."ticket" USING btree ("tenant_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "ticket_upsell" ON "checkout"."ticket" USING btree ("tenant_id","upsell_id","issued_at");--> statement-breakpoint
CREATE INDEX "ticket_bundle" ON "checkout"."ticket" USING btree ("tenant_id","bundle_id","issued_at");--> statement-breakpoint
CREATE INDEX "ticket_refused" ON "checkout"."ticket" USING btree ("tenant_id","issued_at","id") WHERE refusals > 0;--> statement-breakpoint
CREATE INDEX "ticket_other_price" ON "checkout"."ticket" USING btree ("tenant_id","issued_at","id") WHERE charged <> price;--> statement-breakpoint
CREATE INDEX "ticket_age" ON "checkout"."ticket" USING btree ("issued_at");