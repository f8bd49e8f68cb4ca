CREATE TABLE "affiliate"."program_version" (
	"tenant_id" integer NOT NULL,
	"version" integer NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"changes" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "program_version_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
INSERT INTO "affiliate"."program_version" ("tenant_id", "version", "effective_at", "changes", "values")
SELECT "tenant_id", 1, 'epoch', "values", "values" FROM "affiliate"."program";--> statement-breakpoint
DROP TABLE "affiliate"."program";--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate" ADD COLUMN "own_rate" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate"."commission" ADD COLUMN "bonus" text;--> statement-breakpoint
ALTER TABLE "affiliate"."program_version" ADD CONSTRAINT "program_version_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_version_effective" ON "affiliate"."program_version" USING btree ("tenant_id","effective_at","version");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_bonus_once" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","bonus") WHERE "affiliate"."commission"."bonus" is not null;