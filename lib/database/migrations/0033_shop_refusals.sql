CREATE TABLE "checkout"."shop_refusal" (
	"tenant_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"field" text NOT NULL,
	"message" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shop_refusal_tenant_id_hour_type_field_message_pk" PRIMARY KEY("tenant_id","hour","type","field","message")
);
--> statement-breakpoint
ALTER TABLE "checkout"."shop_contact" ADD COLUMN "order_reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout"."shop_contact" ADD COLUMN "clock_skew_seconds" integer;--> statement-breakpoint
ALTER TABLE "checkout"."shop_refusal" ADD CONSTRAINT "shop_refusal_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;