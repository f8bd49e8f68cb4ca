CREATE TABLE "checkout"."endpoint_health" (
	"tenant_id" integer NOT NULL,
	"endpoint_id" text NOT NULL,
	"failures_in_row" integer NOT NULL,
	"last_failure_at" timestamp (3) with time zone NOT NULL,
	"last_failure" text NOT NULL,
	CONSTRAINT "endpoint_health_tenant_id_endpoint_id_pk" PRIMARY KEY("tenant_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."replay_job" (
	"tenant_id" integer NOT NULL,
	"endpoint_id" text NOT NULL,
	"id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replay_job_tenant_id_endpoint_id_id_pk" PRIMARY KEY("tenant_id","endpoint_id","id")
);
--> statement-breakpoint
DROP INDEX "checkout"."delivery_due";--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ALTER COLUMN "next_attempt_at" SET DATA TYPE timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkout"."attempt" ADD COLUMN "request_headers" jsonb;--> statement-breakpoint
ALTER TABLE "checkout"."attempt" ADD COLUMN "response_truncated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD COLUMN "bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD COLUMN "test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "checkout"."endpoint_health" ADD CONSTRAINT "endpoint_health_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."replay_job" ADD CONSTRAINT "replay_job_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_status" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_leased" ON "checkout"."delivery" USING btree ("endpoint_id") WHERE "checkout"."delivery"."lease_token" is not null;--> statement-breakpoint
CREATE INDEX "delivery_created" ON "checkout"."delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "checkout"."delivery" USING btree ("endpoint_id","bulk","next_attempt_at") WHERE "checkout"."delivery"."next_attempt_at" is not null;