CREATE TABLE "desk"."answer_columns" (
	"store_id" text NOT NULL,
	"key" text NOT NULL,
	"columns" json NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_columns_store_id_key_pk" PRIMARY KEY("store_id","key")
);
--> statement-breakpoint
ALTER TABLE "desk"."payout" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "desk"."answer_columns" ADD CONSTRAINT "answer_columns_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DELETE FROM "desk"."job_file" USING "desk"."job" WHERE "job_file"."job_id" = "job"."id" AND "job"."params"->>'format' IN ('paypal', 'wise');--> statement-breakpoint
UPDATE "desk"."job" SET "state" = 'cancelled', "cursor" = NULL, "finished_at" = now() WHERE "params"->>'format' IN ('paypal', 'wise') AND "state" NOT IN ('done', 'cancelled');
