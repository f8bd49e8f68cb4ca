CREATE TABLE "desk"."audit_key" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk"."audit" ADD COLUMN "key_id" text;--> statement-breakpoint
-- Entries are added and never changed. The chain shows a change by somebody who removes this.
CREATE FUNCTION "desk"."audit_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log are never changed or deleted.' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "desk"."audit"
FOR EACH STATEMENT EXECUTE FUNCTION "desk"."audit_stays"();
