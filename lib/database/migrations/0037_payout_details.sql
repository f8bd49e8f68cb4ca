CREATE TABLE "desk"."payout_details" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"pending" boolean NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"masked" text NOT NULL,
	"country" text,
	"fingerprint" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "payout_details_store_id_mode_affiliate_id_pending_pk" PRIMARY KEY("store_id","mode","affiliate_id","pending"),
	CONSTRAINT "payout_details_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "desk"."payout_details" ADD CONSTRAINT "payout_details_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_details_account" ON "desk"."payout_details" USING btree ("store_id","mode","fingerprint");