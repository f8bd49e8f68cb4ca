CREATE TABLE "checkout"."experiment_network" (
	"tenant_id" integer NOT NULL,
	"experiment_id" text NOT NULL,
	"day" date NOT NULL,
	"network" "bytea" NOT NULL,
	"visitors" jsonb NOT NULL,
	"set_aside" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "experiment_network_tenant_id_experiment_id_day_network_pk" PRIMARY KEY("tenant_id","experiment_id","day","network")
);
--> statement-breakpoint
ALTER TABLE "checkout"."experiment_sum" ADD COLUMN "unconfirmed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "converted_by" text;--> statement-breakpoint
-- Who reported them is not known, and what was counted stays counted.
UPDATE "checkout"."experiment_visitor" SET "converted_by" = 'server' WHERE "converted";--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD COLUMN "set_aside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_network" ADD CONSTRAINT "experiment_network_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;