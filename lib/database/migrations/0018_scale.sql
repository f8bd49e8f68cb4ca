CREATE INDEX "session_expires" ON "desk"."session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_expires" ON "desk"."verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "remembered_old" ON "desk"."remembered" USING btree ("last_seen") WHERE kind in ('order', 'customer');--> statement-breakpoint
CREATE INDEX "job_state" ON "desk"."job" USING btree ("store_id","mode","state","created_at");--> statement-breakpoint
CREATE INDEX "job_finished" ON "desk"."job" USING btree ("finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "delivery_type" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","event_type","created_at","id");--> statement-breakpoint
CREATE INDEX "event_customer" ON "checkout"."event" USING btree ("tenant_id","customer_id") WHERE "checkout"."event"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "order_unattributed_status" ON "affiliate"."order" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."order"."affiliate_id" is null;--> statement-breakpoint
CREATE INDEX "order_unattributed_total" ON "affiliate"."order" USING btree ("tenant_id","total","id","created_at") WHERE "affiliate"."order"."affiliate_id" is null;--> statement-breakpoint
CREATE INDEX "order_link" ON "affiliate"."order" USING btree ("tenant_id","link_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;