CREATE TABLE "desk"."audit_file" (
	"store_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
