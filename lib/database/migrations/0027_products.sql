CREATE TABLE "checkout"."product" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"price" bigint,
	"image_url" text,
	"url" text,
	"source" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "checkout"."product" ADD CONSTRAINT "product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_title" ON "checkout"."product" USING btree ("tenant_id",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "product_updated" ON "checkout"."product" USING btree ("tenant_id","updated_at");