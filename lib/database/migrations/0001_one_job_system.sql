INSERT INTO "desk"."job" ("id", "store_id", "mode", "kind", "resource", "state", "params", "created_by", "created_by_name",
  "acts_for", "role", "total", "waiting", "sending", "done", "already", "failed", "unknown", "skipped", "created_at",
  "due_at")
SELECT 'job_' || batch, store_id, mode, 'delayed_changes', resource,
  CASE WHEN bool_and(state = 'held') THEN 'queued' ELSE 'running' END,
  json_build_object('api', api, 'resource', resource, 'operation', operation),
  person_id, min(person_name), person_id,
  coalesce((SELECT role FROM "desk"."member" WHERE member.store_id = held_write.store_id AND user_id = person_id), 'owner'),
  count(*), count(*) FILTER (WHERE state = 'held'), count(*) FILTER (WHERE state = 'sending'),
  count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'already'),
  count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'unknown'),
  count(*) FILTER (WHERE state = 'undone'), min(created_at), min(send_at)
FROM "desk"."held_write"
GROUP BY batch, store_id, mode, api, resource, operation, person_id
HAVING bool_or(state IN ('held', 'sending'));--> statement-breakpoint
INSERT INTO "desk"."job_item" ("job_id", "n", "record_id", "label", "input", "state", "attempts", "code", "message", "before",
  "sent_at", "settle_at", "believe_at", "settles", "token", "updated_at")
SELECT job.id, row_number() OVER (PARTITION BY batch ORDER BY held_write.created_at, held_write.id),
  CASE WHEN row_number() OVER (PARTITION BY batch, record_id ORDER BY held_write.created_at, held_write.id) = 1 THEN record_id END,
  label, input, CASE held_write.state WHEN 'held' THEN 'waiting' WHEN 'undone' THEN 'skipped' ELSE held_write.state END,
  attempts, held_write.code, held_write.message, before, sent_at, coalesce(settle_at, now()), believe_at, settles, token,
  held_write.updated_at
FROM "desk"."held_write" JOIN "desk"."job" ON job.id = 'job_' || batch;--> statement-breakpoint
DROP TABLE "desk"."held_write" CASCADE;--> statement-breakpoint
ALTER TABLE "desk"."payout_file_entry" RENAME COLUMN "held" TO "in_file";--> statement-breakpoint
ALTER TABLE "desk"."payout_commission" RENAME COLUMN "held" TO "reserved";--> statement-breakpoint
DROP INDEX "desk"."payout_file_entry_once";--> statement-breakpoint
DROP INDEX "desk"."payout_commission_once";--> statement-breakpoint
CREATE UNIQUE INDEX "payout_file_entry_once" ON "desk"."payout_file_entry" USING btree ("payout_id") WHERE in_file;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_commission_once" ON "desk"."payout_commission" USING btree ("store_id","mode","commission_id") WHERE reserved;