DROP INDEX "desk"."member_user";--> statement-breakpoint
CREATE INDEX "member_user" ON "desk"."member" USING btree ("user_id","store_id");