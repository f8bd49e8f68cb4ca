CREATE TABLE "desk"."annotation" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk"."annotation" ADD CONSTRAINT "annotation_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."annotation" ADD CONSTRAINT "annotation_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotation_day" ON "desk"."annotation" USING btree ("store_id","mode","day");