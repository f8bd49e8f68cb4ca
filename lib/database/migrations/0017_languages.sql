ALTER TABLE "desk"."user" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "desk"."user" ADD COLUMN "time_zone" text;