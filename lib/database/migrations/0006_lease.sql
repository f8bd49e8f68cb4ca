CREATE TABLE "checkout"."lease" (
	"tenant_id" integer NOT NULL,
	"delivery_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"bulk" boolean NOT NULL,
	"token" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lease_tenant_id_delivery_id_pk" PRIMARY KEY("tenant_id","delivery_id")
);
--> statement-breakpoint
DROP INDEX "checkout"."delivery_leased";--> statement-breakpoint
DROP INDEX "checkout"."delivery_status";--> statement-breakpoint
DROP INDEX "checkout"."delivery_created";--> statement-breakpoint
ALTER TABLE "checkout"."lease" ADD CONSTRAINT "lease_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lease_endpoint" ON "checkout"."lease" USING btree ("endpoint_id","token");--> statement-breakpoint
CREATE INDEX "delivery_status" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","status","created_at","id") WHERE "checkout"."delivery"."status" <> 'delivered';--> statement-breakpoint
CREATE INDEX "delivery_created" ON "checkout"."delivery" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "checkout"."delivery" DROP COLUMN "lease_token";--> statement-breakpoint
ALTER TABLE "checkout"."delivery" DROP COLUMN "lease_until";