CREATE TABLE "desk"."experiment_note" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"experiment" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."experiment_plan" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"experiment" text NOT NULL,
	"weights" json,
	"effect" double precision,
	"sample" bigint,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiment_plan_store_id_mode_experiment_pk" PRIMARY KEY("store_id","mode","experiment")
);
--> statement-breakpoint
ALTER TABLE "desk"."experiment_note" ADD CONSTRAINT "experiment_note_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_note" ADD CONSTRAINT "experiment_note_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_plan" ADD CONSTRAINT "experiment_plan_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_plan" ADD CONSTRAINT "experiment_plan_changed_by_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "desk"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "experiment_note_of" ON "desk"."experiment_note" USING btree ("store_id","mode","experiment","at");