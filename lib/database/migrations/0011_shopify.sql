CREATE TABLE "checkout"."shopify_app" (
	"tenant_id" integer NOT NULL,
	"shop" text NOT NULL,
	"client_id" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"token" "bytea",
	"token_ends_at" timestamp (3) with time zone,
	"without_code" text NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"error" jsonb,
	"webhooks_at" timestamp (3) with time zone,
	"products_at" timestamp (3) with time zone,
	"orders_at" timestamp (3) with time zone,
	"products" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_app_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shopify_code" (
	"tenant_id" integer NOT NULL,
	"ticket_id" text NOT NULL,
	"code" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_code_tenant_id_ticket_id_pk" PRIMARY KEY("tenant_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "checkout"."shopify_app" ADD CONSTRAINT "shopify_app_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shopify_code" ADD CONSTRAINT "shopify_code_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shopify_app_due" ON "checkout"."shopify_app" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_code_once" ON "checkout"."shopify_code" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE INDEX "shopify_code_due" ON "checkout"."shopify_code" USING btree ("due_at") WHERE "checkout"."shopify_code"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "shopify_code_age" ON "checkout"."shopify_code" USING btree ("created_at");