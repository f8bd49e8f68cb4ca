UPDATE "desk"."invitation" "older" SET "revoked_at" = now()
WHERE "older"."accepted_at" IS NULL AND "older"."revoked_at" IS NULL AND EXISTS (
  SELECT FROM "desk"."invitation" "newer"
  WHERE "newer"."store_id" = "older"."store_id" AND "newer"."email" = "older"."email"
    AND "newer"."accepted_at" IS NULL AND "newer"."revoked_at" IS NULL
    AND ("newer"."created_at", "newer"."id") > ("older"."created_at", "older"."id")
);--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "desk"."invitation" USING btree ("store_id","email") WHERE accepted_at is null and revoked_at is null;