CREATE TABLE "checkout"."best_seller" (
	"tenant_id" integer NOT NULL,
	"category" text NOT NULL,
	"product_id" text NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "best_seller_tenant_id_category_product_id_pk" PRIMARY KEY("tenant_id","category","product_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."bought_together" (
	"tenant_id" integer NOT NULL,
	"product_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"together" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"lately" integer DEFAULT 0 NOT NULL,
	"lift" double precision NOT NULL,
	CONSTRAINT "bought_together_tenant_id_product_id_partner_id_pk" PRIMARY KEY("tenant_id","product_id","partner_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."recommendation_run" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"computed_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout"."product" ADD COLUMN "categories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD COLUMN "recommendation" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."best_seller" ADD CONSTRAINT "best_seller_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."bought_together" ADD CONSTRAINT "bought_together_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."recommendation_run" ADD CONSTRAINT "recommendation_run_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;