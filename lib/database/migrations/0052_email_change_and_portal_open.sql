CREATE TABLE "desk"."email_change" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"email" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_change_store_id_mode_affiliate_id_pk" PRIMARY KEY("store_id","mode","affiliate_id")
);
--> statement-breakpoint
ALTER TABLE "desk"."partner_program" ADD COLUMN "portal_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "desk"."email_change" ADD CONSTRAINT "email_change_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_change_changed" ON "desk"."email_change" USING btree ("changed_at");
--> statement-breakpoint
UPDATE "desk"."partner_program" SET "portal_open" = "open";
