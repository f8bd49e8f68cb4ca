ALTER TABLE "desk"."audit" ADD COLUMN "note_key" json;--> statement-breakpoint
ALTER TABLE "desk"."job" ADD COLUMN "message_key" json;--> statement-breakpoint
ALTER TABLE "desk"."job_item" ADD COLUMN "message_key" json;--> statement-breakpoint
ALTER TABLE "desk"."payout" ADD COLUMN "message_key" json;--> statement-breakpoint
ALTER TABLE "desk"."partner_application" ADD COLUMN "error_key" json;--> statement-breakpoint
ALTER TABLE "checkout"."webhook_endpoint" ADD COLUMN "paused_reason_key" json;--> statement-breakpoint
ALTER TABLE "checkout"."shop_refusal" ADD COLUMN "message_key" json;--> statement-breakpoint
ALTER TABLE "checkout"."attempt" ADD COLUMN "error_key" json;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD COLUMN "error_key" json;--> statement-breakpoint
ALTER TABLE "checkout"."endpoint_health" ADD COLUMN "last_failure_key" json;--> statement-breakpoint
ALTER TABLE "checkout"."notice" ADD COLUMN "message_key" json;--> statement-breakpoint
ALTER TABLE "affiliate"."attribution" ADD COLUMN "reason_key" json;--> statement-breakpoint
ALTER TABLE "affiliate"."order" ADD COLUMN "attribution_reason_key" json;--> statement-breakpoint
ALTER TABLE "affiliate"."commission" ADD COLUMN "note_key" json;--> statement-breakpoint
ALTER TABLE "affiliate"."payout" ADD COLUMN "failure_reason_key" json;