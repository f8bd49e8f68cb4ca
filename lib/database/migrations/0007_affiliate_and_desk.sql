CREATE UNLOGGED TABLE "desk"."rate_budget" (
	"key" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"writes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."audit" (
	"store_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"intent" bigint,
	"mode" text,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"role" text,
	"api" text NOT NULL,
	"resource" text NOT NULL,
	"operation" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"record_id" text,
	"sent" json,
	"before" json,
	"after" json,
	"outcome" text NOT NULL,
	"status" integer,
	"code" text,
	"note" text,
	"request_id" text,
	CONSTRAINT "audit_store_id_seq_pk" PRIMARY KEY("store_id","seq")
);
--> statement-breakpoint
CREATE TABLE "desk"."audit_head" (
	"store_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."default_view" (
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"screen" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "default_view_user_id_store_id_screen_pk" PRIMARY KEY("user_id","store_id","screen")
);
--> statement-breakpoint
CREATE TABLE "desk"."draft" (
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"body" json NOT NULL,
	"base" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_user_id_store_id_mode_kind_record_pk" PRIMARY KEY("user_id","store_id","mode","kind","record")
);
--> statement-breakpoint
CREATE TABLE "desk"."remembered" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"price" text,
	"currency" text,
	"extra" json,
	"sealed" "bytea",
	"previous_sealed" "bytea",
	"previous_until" timestamp (3) with time zone,
	"first_seen" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "remembered_store_id_mode_kind_id_pk" PRIMARY KEY("store_id","mode","kind","id")
);
--> statement-breakpoint
CREATE TABLE "desk"."saved_view" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"user_id" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."daily_metrics" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"figures" json,
	"complete" boolean NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	CONSTRAINT "daily_metrics_store_id_mode_day_pk" PRIMARY KEY("store_id","mode","day")
);
--> statement-breakpoint
CREATE TABLE "desk"."experiment_snapshot" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"experiment" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"status" text,
	"variants" json NOT NULL,
	CONSTRAINT "experiment_snapshot_store_id_mode_experiment_taken_at_pk" PRIMARY KEY("store_id","mode","experiment","taken_at")
);
--> statement-breakpoint
CREATE TABLE "desk"."held_write" (
	"id" text PRIMARY KEY NOT NULL,
	"batch" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"api" text NOT NULL,
	"resource" text NOT NULL,
	"operation" text NOT NULL,
	"record_id" text NOT NULL,
	"label" text,
	"input" json NOT NULL,
	"person_id" text NOT NULL,
	"person_name" text NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"before" json,
	"sent_at" timestamp (3) with time zone,
	"settle_at" timestamp (3) with time zone,
	"believe_at" timestamp (3) with time zone,
	"settles" integer DEFAULT 0 NOT NULL,
	"token" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."job" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"resource" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"params" json NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"acts_for" text NOT NULL,
	"role" text NOT NULL,
	"cursor" json,
	"baseline" json DEFAULT '[]'::json NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"sending" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"already" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."job_file" (
	"job_id" text NOT NULL,
	"n" integer NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_file_job_id_n_pk" PRIMARY KEY("job_id","n")
);
--> statement-breakpoint
CREATE TABLE "desk"."job_item" (
	"job_id" text NOT NULL,
	"n" integer NOT NULL,
	"record_id" text,
	"label" text,
	"input" json NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"before" json,
	"sent_at" timestamp (3) with time zone,
	"settle_at" timestamp (3) with time zone,
	"believe_at" timestamp (3) with time zone,
	"settles" integer DEFAULT 0 NOT NULL,
	"token" uuid,
	"history" json DEFAULT '[]'::json NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_item_job_id_n_pk" PRIMARY KEY("job_id","n")
);
--> statement-breakpoint
CREATE TABLE "desk"."feed_cursor" (
	"api" text PRIMARY KEY NOT NULL,
	"read_to" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."hook" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"base_url" text NOT NULL,
	"endpoint_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"bad_signatures" integer DEFAULT 0 NOT NULL,
	"last_bad_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."seen_event" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seen_event_store_id_mode_id_pk" PRIMARY KEY("store_id","mode","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."affiliate" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company_name" text,
	"status" text NOT NULL,
	"referral_code" text NOT NULL,
	"group" text,
	"commission_type" text NOT NULL,
	"commission_rate" numeric(14, 4) NOT NULL,
	"country" text,
	"website" text,
	"payout_method" text,
	"payout_email" text,
	"minimum_payout" bigint,
	"notes" text,
	"currency" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "affiliate_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."coupon" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"code" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "coupon_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."idempotency" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."link" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"name" text,
	"code" text NOT NULL,
	"destination_url" text NOT NULL,
	"coupon_code" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "link_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliate"."outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate"."program" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate"."attribution" (
	"tenant_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"number" integer NOT NULL,
	"method" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"link_id" text,
	"click_id" text,
	"coupon_code" text,
	"reason" text NOT NULL,
	"note" text,
	"by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attribution_tenant_id_order_id_number_pk" PRIMARY KEY("tenant_id","order_id","number")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."click" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"link_id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"landing_page" text,
	"referrer" text,
	"ip_hash" "bytea",
	"country" text,
	"device" text,
	"browser" text,
	"os" text,
	"is_bot" boolean DEFAULT false NOT NULL,
	"order_id" text,
	CONSTRAINT "click_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."order" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"external_id" text NOT NULL,
	"order_number" text NOT NULL,
	"attribution" integer,
	"affiliate_id" text,
	"link_id" text,
	"click_id" text,
	"coupon_code" text,
	"attribution_method" text,
	"attributed_at" timestamp (3) with time zone,
	"attributed_by" text,
	"attribution_reason" text,
	"customer_email" text,
	"customer_key" text,
	"ip_hash" "bytea",
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"total" bigint NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"line_items" jsonb NOT NULL,
	"status" text NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."order_refund" (
	"tenant_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"external_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_refund_tenant_id_order_id_external_id_pk" PRIMARY KEY("tenant_id","order_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."commission" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"order_id" text,
	"attribution" integer,
	"amount" bigint NOT NULL,
	"sale_amount" bigint,
	"rate" numeric(14, 4),
	"rate_type" text,
	"currency" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"arithmetic" jsonb,
	"products" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"eligible_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"rejection_reason" text,
	"note" text,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payout_id" text,
	"reverses" text,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commission_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."payout" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"method" text,
	"reference" text,
	"note" text,
	"period_start" date,
	"period_end" date,
	"paid_at" timestamp (3) with time zone,
	"failure_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."payout_commission" (
	"tenant_id" integer NOT NULL,
	"payout_id" text NOT NULL,
	"commission_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "payout_commission_tenant_id_payout_id_commission_id_pk" PRIMARY KEY("tenant_id","payout_id","commission_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."affiliate_count" (
	"tenant_id" integer NOT NULL,
	"affiliate_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"bucket" bigint NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "affiliate_count_tenant_id_affiliate_id_kind_status_bucket_pk" PRIMARY KEY("tenant_id","affiliate_id","kind","status","bucket")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."affiliate_total" (
	"tenant_id" integer NOT NULL,
	"affiliate_id" text NOT NULL,
	"currency" text NOT NULL,
	"main" boolean DEFAULT false NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint GENERATED ALWAYS AS (gross - refunded) STORED NOT NULL,
	"commissions" bigint GENERATED ALWAYS AS (pending + approved - clawed_back) STORED NOT NULL,
	"unpaid_balance" bigint GENERATED ALWAYS AS (approved - clawed_back - paid) STORED NOT NULL,
	CONSTRAINT "affiliate_total_tenant_id_affiliate_id_currency_pk" PRIMARY KEY("tenant_id","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_affiliate" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"currency" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_orders" integer DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_affiliate_tenant_id_day_affiliate_id_currency_pk" PRIMARY KEY("tenant_id","day","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_click" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"link_id" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"bots" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_click_tenant_id_day_affiliate_id_link_id_pk" PRIMARY KEY("tenant_id","day","affiliate_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_click_total" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"bots" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_click_total_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_product" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"product_id" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_product_tenant_id_day_product_id_currency_status_pk" PRIMARY KEY("tenant_id","day","product_id","currency","status")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_product_commission" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"product_id" text NOT NULL,
	"currency" text NOT NULL,
	"commissions" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_product_commission_tenant_id_day_product_id_currency_pk" PRIMARY KEY("tenant_id","day","product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_total" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_orders" integer DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_total_tenant_id_day_currency_pk" PRIMARY KEY("tenant_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."link_total" (
	"tenant_id" integer NOT NULL,
	"link_id" text NOT NULL,
	"currency" text NOT NULL,
	"main" boolean DEFAULT false NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint GENERATED ALWAYS AS (gross - refunded) STORED NOT NULL,
	CONSTRAINT "link_total_tenant_id_link_id_currency_pk" PRIMARY KEY("tenant_id","link_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."product" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"sku" text,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "product_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."record_count" (
	"tenant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"sort" text NOT NULL,
	"status" text NOT NULL,
	"bucket" bigint NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "record_count_tenant_id_kind_sort_status_bucket_pk" PRIMARY KEY("tenant_id","kind","sort","status","bucket")
);
--> statement-breakpoint
ALTER TABLE "desk"."default_view" ADD CONSTRAINT "default_view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."default_view" ADD CONSTRAINT "default_view_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."default_view" ADD CONSTRAINT "default_view_view_id_saved_view_id_fk" FOREIGN KEY ("view_id") REFERENCES "desk"."saved_view"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."draft" ADD CONSTRAINT "draft_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."draft" ADD CONSTRAINT "draft_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."remembered" ADD CONSTRAINT "remembered_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."saved_view" ADD CONSTRAINT "saved_view_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."saved_view" ADD CONSTRAINT "saved_view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."daily_metrics" ADD CONSTRAINT "daily_metrics_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_snapshot" ADD CONSTRAINT "experiment_snapshot_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."held_write" ADD CONSTRAINT "held_write_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."job" ADD CONSTRAINT "job_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."job_file" ADD CONSTRAINT "job_file_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "desk"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."job_item" ADD CONSTRAINT "job_item_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "desk"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."hook" ADD CONSTRAINT "hook_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."seen_event" ADD CONSTRAINT "seen_event_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate" ADD CONSTRAINT "affiliate_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."coupon" ADD CONSTRAINT "coupon_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."idempotency" ADD CONSTRAINT "idempotency_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."link" ADD CONSTRAINT "link_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."outbox" ADD CONSTRAINT "outbox_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."program" ADD CONSTRAINT "program_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."attribution" ADD CONSTRAINT "attribution_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."click" ADD CONSTRAINT "click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."order" ADD CONSTRAINT "order_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."order_refund" ADD CONSTRAINT "order_refund_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."commission" ADD CONSTRAINT "commission_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout" ADD CONSTRAINT "payout_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout_commission" ADD CONSTRAINT "payout_commission_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout_commission" ADD CONSTRAINT "payout_commission_tenant_id_payout_id_payout_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payout_id") REFERENCES "affiliate"."payout"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout_commission" ADD CONSTRAINT "payout_commission_tenant_id_commission_id_commission_tenant_id_id_fk" FOREIGN KEY ("tenant_id","commission_id") REFERENCES "affiliate"."commission"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate_count" ADD CONSTRAINT "affiliate_count_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate_total" ADD CONSTRAINT "affiliate_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_affiliate" ADD CONSTRAINT "daily_affiliate_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_click" ADD CONSTRAINT "daily_click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_click_total" ADD CONSTRAINT "daily_click_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_product" ADD CONSTRAINT "daily_product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_product_commission" ADD CONSTRAINT "daily_product_commission_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_total" ADD CONSTRAINT "daily_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."link_total" ADD CONSTRAINT "link_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."product" ADD CONSTRAINT "product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ADD CONSTRAINT "record_count_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_intent" ON "desk"."audit" USING btree ("store_id","intent") WHERE intent is not null;--> statement-breakpoint
CREATE INDEX "audit_actor" ON "desk"."audit" USING btree ("store_id","actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_resource" ON "desk"."audit" USING btree ("store_id","resource","operation","seq");--> statement-breakpoint
CREATE INDEX "audit_record" ON "desk"."audit" USING btree ("store_id","record_id","seq");--> statement-breakpoint
CREATE INDEX "audit_outcome" ON "desk"."audit" USING btree ("store_id","outcome","seq");--> statement-breakpoint
CREATE INDEX "audit_mode" ON "desk"."audit" USING btree ("store_id","mode","seq");--> statement-breakpoint
CREATE INDEX "audit_at" ON "desk"."audit" USING btree ("store_id","at");--> statement-breakpoint
CREATE INDEX "audit_words" ON "desk"."audit" USING gin (to_tsvector('simple'::regconfig, actor_name || ' ' || resource || ' ' || operation || ' ' || path || ' ' || coalesce(record_id, '') || ' ' || coalesce(note, '')));--> statement-breakpoint
CREATE INDEX "draft_updated" ON "desk"."draft" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "remembered_seen" ON "desk"."remembered" USING btree ("store_id","mode","kind","last_seen");--> statement-breakpoint
CREATE INDEX "saved_view_screen" ON "desk"."saved_view" USING btree ("store_id","screen","position");--> statement-breakpoint
CREATE INDEX "held_write_store" ON "desk"."held_write" USING btree ("store_id","mode","updated_at");--> statement-breakpoint
CREATE INDEX "held_write_due" ON "desk"."held_write" USING btree ("send_at") WHERE state in ('held', 'sending');--> statement-breakpoint
CREATE INDEX "job_store" ON "desk"."job" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "job_due" ON "desk"."job" USING btree ("due_at") WHERE state in ('queued', 'running') or sending > 0;--> statement-breakpoint
CREATE INDEX "job_file_created" ON "desk"."job_file" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "job_item_record" ON "desk"."job_item" USING btree ("job_id","record_id");--> statement-breakpoint
CREATE INDEX "job_item_state" ON "desk"."job_item" USING btree ("job_id","state","n");--> statement-breakpoint
CREATE INDEX "hook_place" ON "desk"."hook" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "seen_event_received" ON "desk"."seen_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "seen_event_last" ON "desk"."seen_event" USING btree ("store_id","mode","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_email" ON "affiliate"."affiliate" USING btree ("tenant_id",lower("email")) WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_referral_code" ON "affiliate"."affiliate" USING btree ("tenant_id",lower("referral_code")) WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_created" ON "affiliate"."affiliate" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_updated" ON "affiliate"."affiliate" USING btree ("tenant_id","updated_at","id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_status" ON "affiliate"."affiliate" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_last_name" ON "affiliate"."affiliate" USING btree ("tenant_id",lower("last_name"),"id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "coupon_affiliate" ON "affiliate"."coupon" USING btree ("tenant_id","affiliate_id","position");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "affiliate"."idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_code_once" ON "affiliate"."link" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "link_affiliate" ON "affiliate"."link" USING btree ("tenant_id","affiliate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "link_created" ON "affiliate"."link" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "link_status" ON "affiliate"."link" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "link_name" ON "affiliate"."link" USING btree ("tenant_id",lower("name"),"id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "link_code" ON "affiliate"."link" USING btree ("tenant_id",lower("code"),"id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "click_time" ON "affiliate"."click" USING btree ("tenant_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "click_link" ON "affiliate"."click" USING btree ("tenant_id","link_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "click_affiliate" ON "affiliate"."click" USING btree ("tenant_id","affiliate_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "click_ip" ON "affiliate"."click" USING btree ("tenant_id","ip_hash","id");--> statement-breakpoint
CREATE INDEX "click_converted" ON "affiliate"."click" USING btree ("tenant_id","occurred_at","id") WHERE "affiliate"."click"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "click_bot" ON "affiliate"."click" USING btree ("tenant_id","occurred_at","id") WHERE "affiliate"."click"."is_bot";--> statement-breakpoint
CREATE INDEX "click_occurred" ON "affiliate"."click" USING btree ("occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_external" ON "affiliate"."order" USING btree ("tenant_id","external_id");--> statement-breakpoint
CREATE INDEX "order_created" ON "affiliate"."order" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_status" ON "affiliate"."order" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_attributed" ON "affiliate"."order" USING btree ("tenant_id","attributed_at","id","created_at") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_number" ON "affiliate"."order" USING btree ("tenant_id","order_number","id","created_at") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_total" ON "affiliate"."order" USING btree ("tenant_id","total","id","created_at") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_unattributed" ON "affiliate"."order" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is null;--> statement-breakpoint
CREATE INDEX "order_any_number" ON "affiliate"."order" USING btree ("tenant_id","order_number");--> statement-breakpoint
CREATE INDEX "order_affiliate" ON "affiliate"."order" USING btree ("tenant_id","affiliate_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_customer" ON "affiliate"."order" USING btree ("tenant_id","customer_key","created_at");--> statement-breakpoint
CREATE INDEX "order_ip" ON "affiliate"."order" USING btree ("tenant_id","ip_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_sale_once" ON "affiliate"."commission" USING btree ("tenant_id","order_id","attribution") WHERE "affiliate"."commission"."type" = 'sale';--> statement-breakpoint
CREATE INDEX "commission_order" ON "affiliate"."commission" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "commission_created" ON "affiliate"."commission" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_status" ON "affiliate"."commission" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_amount" ON "affiliate"."commission" USING btree ("tenant_id","amount","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_status_amount" ON "affiliate"."commission" USING btree ("tenant_id","status","amount","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_eligible" ON "affiliate"."commission" USING btree ("tenant_id","eligible_at","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_status_eligible" ON "affiliate"."commission" USING btree ("tenant_id","status","eligible_at","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_reviewed" ON "affiliate"."commission" USING btree ("tenant_id",coalesce("reviewed_at", 'infinity'),"id","created_at","reviewed_at");--> statement-breakpoint
CREATE INDEX "commission_status_reviewed" ON "affiliate"."commission" USING btree ("tenant_id","status",coalesce("reviewed_at", 'infinity'),"id","created_at","reviewed_at");--> statement-breakpoint
CREATE INDEX "commission_affiliate" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_affiliate_status" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_payable" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","currency","eligible_at") WHERE "affiliate"."commission"."status" = 'approved' and "affiliate"."commission"."payout_id" is null;--> statement-breakpoint
CREATE INDEX "payout_created" ON "affiliate"."payout" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payout_status" ON "affiliate"."payout" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payout_amount" ON "affiliate"."payout" USING btree ("tenant_id","amount","id");--> statement-breakpoint
CREATE INDEX "payout_paid" ON "affiliate"."payout" USING btree ("tenant_id",coalesce("paid_at", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "payout_affiliate" ON "affiliate"."payout" USING btree ("tenant_id","affiliate_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_commission_once" ON "affiliate"."payout_commission" USING btree ("tenant_id","commission_id") WHERE "affiliate"."payout_commission"."released_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_total_clicks" ON "affiliate"."affiliate_total" USING btree ("tenant_id","clicks","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_orders" ON "affiliate"."affiliate_total" USING btree ("tenant_id","orders","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_revenue" ON "affiliate"."affiliate_total" USING btree ("tenant_id","revenue","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_commissions" ON "affiliate"."affiliate_total" USING btree ("tenant_id","commissions","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_unpaid" ON "affiliate"."affiliate_total" USING btree ("tenant_id","unpaid_balance","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_clicks" ON "affiliate"."link_total" USING btree ("tenant_id","clicks","link_id") WHERE "affiliate"."link_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_orders" ON "affiliate"."link_total" USING btree ("tenant_id","orders","link_id") WHERE "affiliate"."link_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_revenue" ON "affiliate"."link_total" USING btree ("tenant_id","revenue","link_id") WHERE "affiliate"."link_total"."main";