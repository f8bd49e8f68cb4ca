CREATE TABLE "checkout"."experiment_sum" (
	"tenant_id" integer NOT NULL,
	"experiment_id" text NOT NULL,
	"variant" text NOT NULL,
	"segment" text NOT NULL,
	"day" date NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	"ordered" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"orders_squares" numeric DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"revenue_squares" numeric DEFAULT 0 NOT NULL,
	"revenue_orders" numeric DEFAULT 0 NOT NULL,
	"prior" bigint DEFAULT 0 NOT NULL,
	"prior_squares" numeric DEFAULT 0 NOT NULL,
	"prior_revenue" numeric DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "experiment_sum_tenant_id_experiment_id_segment_day_variant_pk" PRIMARY KEY("tenant_id","experiment_id","segment","day","variant")
);
--> statement-breakpoint
-- Of the counts so far, nobody knows the days.
INSERT INTO "checkout"."experiment_sum" ("tenant_id", "experiment_id", "variant", "segment", "day", "visitors", "conversions")
SELECT "tenant_id", "experiment_id", "variant", '', '1970-01-01', "visitors", "conversions" FROM "checkout"."experiment_count";--> statement-breakpoint
DROP TABLE "checkout"."experiment_count" CASCADE;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "frozen" jsonb;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "amendments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "alert" jsonb;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "alerts_seen" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "decisions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "learned" text;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "returning" boolean;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "accepted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "revenue" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "prior" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "visitor_id" text;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_sum" ADD CONSTRAINT "experiment_sum_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "experiment_visitor_of" ON "checkout"."experiment_visitor" USING btree ("tenant_id","visitor_id");--> statement-breakpoint
CREATE INDEX "order_visitor" ON "checkout"."order" USING btree ("tenant_id","visitor_id") WHERE visitor_id is not null;--> statement-breakpoint
CREATE INDEX "storefront_event_visit" ON "checkout"."storefront_event" USING btree ("tenant_id","occurred_at",("data" ->> 'visitor_id')) WHERE type = 'visit';--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "first" boolean DEFAULT false NOT NULL;