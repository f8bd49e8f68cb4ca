CREATE TABLE "affiliate"."hourly_click" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hourly_click_tenant_id_day_hour_pk" PRIMARY KEY("tenant_id","day","hour")
);
--> statement-breakpoint
ALTER TABLE "affiliate"."hourly_click" ADD CONSTRAINT "hourly_click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "affiliate"."hourly_click" ("tenant_id", "day", "hour", "clicks")
SELECT "click"."tenant_id", ("occurred_at" AT TIME ZONE "time_zone")::date, extract(hour FROM "occurred_at" AT TIME ZONE "time_zone"), count(*)
FROM "affiliate"."click" JOIN "affiliate"."tenant" ON "tenant"."id" = "click"."tenant_id" WHERE NOT "is_bot" GROUP BY 1, 2, 3;
