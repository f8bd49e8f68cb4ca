CREATE TABLE "desk"."payout_file" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"batch" text NOT NULL,
	"format" text NOT NULL,
	"currency" text NOT NULL,
	"name" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"total" numeric(24, 4) NOT NULL,
	"execute_on" date,
	"state" text NOT NULL,
	"needs" text,
	"requested_by" text NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_by_name" text,
	"approved_at" timestamp (3) with time zone,
	"releases" integer DEFAULT 0 NOT NULL,
	"released_by_name" text,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_file_entry" (
	"file_id" text NOT NULL,
	"payout_id" text NOT NULL,
	"held" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payout_file_entry_file_id_payout_id_pk" PRIMARY KEY("file_id","payout_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_settings" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"sealed" "bytea",
	"masked" text,
	"approve_above" numeric(24, 4),
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "payout_settings_store_id_mode_pk" PRIMARY KEY("store_id","mode")
);
--> statement-breakpoint
ALTER TABLE "desk"."payout_file" ADD CONSTRAINT "payout_file_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_file_entry" ADD CONSTRAINT "payout_file_entry_file_id_payout_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "desk"."payout_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_file_entry" ADD CONSTRAINT "payout_file_entry_payout_id_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "desk"."payout"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_settings" ADD CONSTRAINT "payout_settings_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_file_batch" ON "desk"."payout_file" USING btree ("store_id","mode","batch");--> statement-breakpoint
CREATE INDEX "payout_file_waiting" ON "desk"."payout_file" USING btree ("store_id","mode") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_file_entry_once" ON "desk"."payout_file_entry" USING btree ("payout_id") WHERE held;