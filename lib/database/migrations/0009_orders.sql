CREATE TABLE "desk"."personal" (
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"label" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_user_id_store_id_mode_kind_id_pk" PRIMARY KEY("user_id","store_id","mode","kind","id")
);
--> statement-breakpoint
ALTER TABLE "desk"."seen_event" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "desk"."seen_event" ADD COLUMN "happened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk"."seen_event" ADD COLUMN "data" json;--> statement-breakpoint
ALTER TABLE "desk"."personal" ADD CONSTRAINT "personal_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."personal" ADD CONSTRAINT "personal_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_at" ON "desk"."personal" USING btree ("user_id","store_id","mode","kind","at");--> statement-breakpoint
CREATE INDEX "seen_event_order" ON "desk"."seen_event" USING btree ("store_id","mode","order_id") WHERE "desk"."seen_event"."order_id" is not null;