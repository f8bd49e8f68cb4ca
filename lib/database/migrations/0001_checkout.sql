CREATE TABLE "checkout"."bundle" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"products" jsonb NOT NULL,
	"pricing_type" text NOT NULL,
	"pricing_value" numeric(14, 4) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bundle_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."experiment" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"variants" jsonb NOT NULL,
	"winner" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiment_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."settings" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout"."webhook_endpoint" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text NOT NULL,
	"paused_reason" text,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoint_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."daily_bundle" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"bundle_id" text NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"savings" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_bundle_tenant_id_day_bundle_id_pk" PRIMARY KEY("tenant_id","day","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."daily_total" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"offers_shown" integer DEFAULT 0 NOT NULL,
	"offers_accepted" integer DEFAULT 0 NOT NULL,
	"offers_declined" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"orders_with_upsells" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"upsell_revenue" bigint DEFAULT 0 NOT NULL,
	"bundle_revenue" bigint DEFAULT 0 NOT NULL,
	"subscription_revenue" bigint DEFAULT 0 NOT NULL,
	"subscriptions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_total_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "checkout"."daily_upsell" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"upsell_id" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_upsell_tenant_id_day_upsell_id_pk" PRIMARY KEY("tenant_id","day","upsell_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."experiment_count" (
	"tenant_id" integer NOT NULL,
	"experiment_id" text NOT NULL,
	"variant" text NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "experiment_count_tenant_id_experiment_id_variant_pk" PRIMARY KEY("tenant_id","experiment_id","variant")
);
--> statement-breakpoint
CREATE TABLE "checkout"."experiment_visitor" (
	"tenant_id" integer NOT NULL,
	"experiment_id" text NOT NULL,
	"visitor_id" text NOT NULL,
	"variant" text NOT NULL,
	"converted" boolean NOT NULL,
	CONSTRAINT "experiment_visitor_tenant_id_experiment_id_visitor_id_pk" PRIMARY KEY("tenant_id","experiment_id","visitor_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."order" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"platform_order_id" text,
	"customer_id" text,
	"placed_at" timestamp (3) with time zone,
	"day" date,
	"total" bigint DEFAULT 0 NOT NULL,
	"edited" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"upsell_revenue" bigint DEFAULT 0 NOT NULL,
	"bundle_revenue" bigint DEFAULT 0 NOT NULL,
	"subscription_revenue" bigint DEFAULT 0 NOT NULL,
	"upsells_accepted" text[] NOT NULL,
	"bundles_purchased" text[] NOT NULL,
	"experiment_variant" text,
	CONSTRAINT "order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."storefront_event" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "storefront_event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."attempt" (
	"tenant_id" integer NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"phases" jsonb,
	"response_code" integer,
	"response_headers" jsonb,
	"response_body" text,
	"error" text,
	CONSTRAINT "attempt_tenant_id_delivery_id_number_pk" PRIMARY KEY("tenant_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "checkout"."delivery" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"replay" integer DEFAULT 0 NOT NULL,
	"event_type" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"response_code" integer,
	"duration_ms" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."event" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"order_id" text,
	"customer_id" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "checkout"."bundle" ADD CONSTRAINT "bundle_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD CONSTRAINT "experiment_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."settings" ADD CONSTRAINT "settings_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."daily_bundle" ADD CONSTRAINT "daily_bundle_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."daily_total" ADD CONSTRAINT "daily_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."daily_upsell" ADD CONSTRAINT "daily_upsell_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_count" ADD CONSTRAINT "experiment_count_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD CONSTRAINT "experiment_visitor_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD CONSTRAINT "order_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."storefront_event" ADD CONSTRAINT "storefront_event_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."attempt" ADD CONSTRAINT "attempt_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD CONSTRAINT "delivery_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."event" ADD CONSTRAINT "event_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_created" ON "checkout"."bundle" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bundle_status" ON "checkout"."bundle" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "bundle_type" ON "checkout"."bundle" USING btree ("tenant_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "bundle_name" ON "checkout"."bundle" USING btree ("tenant_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "experiment_created" ON "checkout"."experiment" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "experiment_status" ON "checkout"."experiment" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_created" ON "checkout"."webhook_endpoint" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoint_id" ON "checkout"."webhook_endpoint" USING btree ("id");--> statement-breakpoint
CREATE INDEX "order_platform" ON "checkout"."order" USING btree ("tenant_id","platform_order_id");--> statement-breakpoint
CREATE INDEX "order_placed" ON "checkout"."order" USING btree ("tenant_id","placed_at");--> statement-breakpoint
CREATE INDEX "storefront_event_received" ON "checkout"."storefront_event" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_once" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","event_id","replay");--> statement-breakpoint
CREATE INDEX "delivery_log" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "checkout"."delivery" USING btree ("next_attempt_at") WHERE "checkout"."delivery"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "event_created" ON "checkout"."event" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_order" ON "checkout"."event" USING btree ("tenant_id","order_id");