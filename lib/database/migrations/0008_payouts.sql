CREATE TABLE "desk"."payout" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"batch" text NOT NULL,
	"n" integer NOT NULL,
	"preview" text NOT NULL,
	"version" text NOT NULL,
	"holder" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"affiliate_name" text,
	"amount" numeric(24, 4) NOT NULL,
	"currency" text NOT NULL,
	"method" text,
	"payout_email" text,
	"reference" text,
	"note" text,
	"baseline" json NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"payout_id" text,
	"payout_status" text,
	"payout_amount" numeric(24, 4),
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"settled_by" text,
	"settle_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"believe_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_commission" (
	"payout_id" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"commission_id" text NOT NULL,
	"amount" numeric(24, 4) NOT NULL,
	"held" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payout_commission_payout_id_commission_id_pk" PRIMARY KEY("payout_id","commission_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_preview" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"hash" text NOT NULL,
	"asked" json,
	"lines" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_preview_store_id_mode_hash_pk" PRIMARY KEY("store_id","mode","hash")
);
--> statement-breakpoint
ALTER TABLE "desk"."payout" ADD CONSTRAINT "payout_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_commission" ADD CONSTRAINT "payout_commission_payout_id_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "desk"."payout"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_commission" ADD CONSTRAINT "payout_commission_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_preview" ADD CONSTRAINT "payout_preview_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_item" ON "desk"."payout" USING btree ("batch","n");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_made" ON "desk"."payout" USING btree ("store_id","mode","payout_id");--> statement-breakpoint
CREATE INDEX "payout_created" ON "desk"."payout" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "payout_affiliate" ON "desk"."payout" USING btree ("store_id","mode","affiliate_id","created_at");--> statement-breakpoint
CREATE INDEX "payout_unknown" ON "desk"."payout" USING btree ("store_id","mode") WHERE state = 'unknown';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_commission_once" ON "desk"."payout_commission" USING btree ("store_id","mode","commission_id") WHERE held;--> statement-breakpoint
CREATE INDEX "payout_preview_created" ON "desk"."payout_preview" USING btree ("created_at");