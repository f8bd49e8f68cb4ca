CREATE TABLE "checkout"."notice" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"message" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	CONSTRAINT "notice_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "checkout"."notice" ADD CONSTRAINT "notice_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_open" ON "checkout"."notice" USING btree ("tenant_id","endpoint_id","kind") WHERE "checkout"."notice"."dismissed_at" is null;