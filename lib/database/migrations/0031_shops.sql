CREATE TABLE "checkout"."shop_delivery" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"platform" text NOT NULL,
	"delivery_id" text NOT NULL,
	"topic" text NOT NULL,
	"body" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"outcome" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now(),
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "shop_delivery_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_order" (
	"tenant_id" integer NOT NULL,
	"platform" text NOT NULL,
	"id" text NOT NULL,
	"state" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_order_tenant_id_platform_id_pk" PRIMARY KEY("tenant_id","platform","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_source" (
	"tenant_id" integer NOT NULL,
	"platform" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"rejected_at" timestamp (3) with time zone,
	"rejection" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_source_tenant_id_platform_pk" PRIMARY KEY("tenant_id","platform")
);
--> statement-breakpoint
ALTER TABLE "checkout"."shop_delivery" ADD CONSTRAINT "shop_delivery_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_order" ADD CONSTRAINT "shop_order_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_source" ADD CONSTRAINT "shop_source_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_delivery_once" ON "checkout"."shop_delivery" USING btree ("tenant_id","platform","delivery_id");--> statement-breakpoint
CREATE INDEX "shop_delivery_log" ON "checkout"."shop_delivery" USING btree ("tenant_id","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_platform" ON "checkout"."shop_delivery" USING btree ("tenant_id","platform","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_outcome" ON "checkout"."shop_delivery" USING btree ("tenant_id","platform","status","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_status" ON "checkout"."shop_delivery" USING btree ("tenant_id","status","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_due" ON "checkout"."shop_delivery" USING btree ("due_at") WHERE "checkout"."shop_delivery"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "shop_delivery_received" ON "checkout"."shop_delivery" USING btree ("received_at");