ALTER TABLE "desk"."daily_metrics" DROP CONSTRAINT "daily_metrics_store_id_mode_day_pk";--> statement-breakpoint
ALTER TABLE "desk"."daily_metrics" ADD COLUMN "days" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."daily_metrics" ADD CONSTRAINT "daily_metrics_store_id_mode_day_days_pk" PRIMARY KEY("store_id","mode","day","days");
