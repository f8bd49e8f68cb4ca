CREATE TABLE "checkout"."idempotency" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
ALTER TABLE "checkout"."idempotency" ADD CONSTRAINT "idempotency_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "checkout"."idempotency" USING btree ("created_at");