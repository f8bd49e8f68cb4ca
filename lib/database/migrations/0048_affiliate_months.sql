CREATE TABLE "affiliate"."monthly_affiliate" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
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
	CONSTRAINT "monthly_affiliate_tenant_id_month_affiliate_id_currency_pk" PRIMARY KEY("tenant_id","month","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."monthly_click" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_click_tenant_id_month_affiliate_id_pk" PRIMARY KEY("tenant_id","month","affiliate_id")
);
--> statement-breakpoint
ALTER TABLE "affiliate"."monthly_affiliate" ADD CONSTRAINT "monthly_affiliate_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."monthly_click" ADD CONSTRAINT "monthly_click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "affiliate"."monthly_affiliate" ("tenant_id", "month", "affiliate_id", "currency", "orders", "gross", "refunded", "refunded_orders", "pending", "approved", "clawed_back", "paid")
SELECT "tenant_id", date_trunc('month', "day")::date, "affiliate_id", "currency", sum("orders"), sum("gross"), sum("refunded"), sum("refunded_orders"), sum("pending"), sum("approved"), sum("clawed_back"), sum("paid")
FROM "affiliate"."daily_affiliate" GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO "affiliate"."monthly_click" ("tenant_id", "month", "affiliate_id", "clicks")
SELECT "tenant_id", date_trunc('month', "day")::date, "affiliate_id", sum("clicks")
FROM "affiliate"."daily_click" GROUP BY 1, 2, 3 HAVING sum("clicks") <> 0;
