CREATE SCHEMA "desk";
--> statement-breakpoint
CREATE SCHEMA "checkout";
--> statement-breakpoint
CREATE SCHEMA "affiliate";
--> statement-breakpoint
CREATE TABLE "desk"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."attempt_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "desk"."connection" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"api" text NOT NULL,
	"base_url" text NOT NULL,
	"key_prefix" text NOT NULL,
	"key_last_four" text NOT NULL,
	"key_ciphertext" "bytea" NOT NULL,
	"key_form" text,
	"holder" text,
	"money_unit" text DEFAULT 'minor' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_store_id_mode_api_pk" PRIMARY KEY("store_id","mode","api")
);
--> statement-breakpoint
CREATE TABLE "desk"."invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" text,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "desk"."key_access" (
	"holder" text NOT NULL,
	"resource" text NOT NULL,
	"action" text NOT NULL,
	"works" boolean NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "key_access_holder_resource_action_pk" PRIMARY KEY("holder","resource","action")
);
--> statement-breakpoint
CREATE TABLE "desk"."member" (
	"store_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_store_id_user_id_pk" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "desk"."rate_budget" (
	"key" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"writes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "desk"."store" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp with time zone,
	"locale" text,
	"time_zone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "desk"."verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."audit" (
	"store_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"key_id" text,
	"intent" bigint,
	"mode" text,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"role" text,
	"api" text NOT NULL,
	"resource" text NOT NULL,
	"operation" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"record_id" text,
	"sent" json,
	"before" json,
	"after" json,
	"outcome" text NOT NULL,
	"status" integer,
	"code" text,
	"note" text,
	"request_id" text,
	CONSTRAINT "audit_store_id_seq_pk" PRIMARY KEY("store_id","seq")
);
--> statement-breakpoint
CREATE TABLE "desk"."audit_file" (
	"store_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."audit_head" (
	"store_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."audit_key" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."default_view" (
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"screen" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "default_view_user_id_store_id_screen_pk" PRIMARY KEY("user_id","store_id","screen")
);
--> statement-breakpoint
CREATE TABLE "desk"."draft" (
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"body" json NOT NULL,
	"base" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_user_id_store_id_mode_kind_record_pk" PRIMARY KEY("user_id","store_id","mode","kind","record")
);
--> statement-breakpoint
CREATE TABLE "desk"."personal" (
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"label" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_user_id_store_id_mode_kind_id_pk" PRIMARY KEY("user_id","store_id","mode","kind","id")
);
--> statement-breakpoint
CREATE TABLE "desk"."remembered" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"price" text,
	"currency" text,
	"extra" json,
	"sealed" "bytea",
	"previous_sealed" "bytea",
	"previous_until" timestamp (3) with time zone,
	"first_seen" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "remembered_store_id_mode_kind_id_pk" PRIMARY KEY("store_id","mode","kind","id")
);
--> statement-breakpoint
CREATE TABLE "desk"."saved_view" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"user_id" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."answer_columns" (
	"store_id" text NOT NULL,
	"key" text NOT NULL,
	"columns" json NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_columns_store_id_key_pk" PRIMARY KEY("store_id","key")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_details" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"pending" boolean NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"masked" text NOT NULL,
	"country" text,
	"fingerprint" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "payout_details_store_id_mode_affiliate_id_pending_pk" PRIMARY KEY("store_id","mode","affiliate_id","pending"),
	CONSTRAINT "payout_details_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_file" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"batch" text NOT NULL,
	"format" text NOT NULL,
	"currency" text NOT NULL,
	"name" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"total" numeric(24, 4) NOT NULL,
	"execute_on" date,
	"state" text NOT NULL,
	"needs" text,
	"requested_by" text NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_by_name" text,
	"approved_at" timestamp (3) with time zone,
	"releases" integer DEFAULT 0 NOT NULL,
	"released_by_name" text,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_file_entry" (
	"file_id" text NOT NULL,
	"payout_id" text NOT NULL,
	"held" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payout_file_entry_file_id_payout_id_pk" PRIMARY KEY("file_id","payout_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_settings" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"sealed" "bytea",
	"masked" text,
	"approve_above" numeric(24, 4),
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "payout_settings_store_id_mode_pk" PRIMARY KEY("store_id","mode")
);
--> statement-breakpoint
CREATE TABLE "desk"."annotation" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."daily_metrics" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"days" integer DEFAULT 1 NOT NULL,
	"figures" json,
	"complete" boolean NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	CONSTRAINT "daily_metrics_store_id_mode_day_days_pk" PRIMARY KEY("store_id","mode","day","days")
);
--> statement-breakpoint
CREATE TABLE "desk"."experiment_snapshot" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"experiment" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"status" text,
	"variants" json NOT NULL,
	CONSTRAINT "experiment_snapshot_store_id_mode_experiment_taken_at_pk" PRIMARY KEY("store_id","mode","experiment","taken_at")
);
--> statement-breakpoint
CREATE TABLE "desk"."experiment_note" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"experiment" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."experiment_plan" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"experiment" text NOT NULL,
	"names" json,
	"weights" json,
	"effect" double precision,
	"sample" bigint,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiment_plan_store_id_mode_experiment_pk" PRIMARY KEY("store_id","mode","experiment")
);
--> statement-breakpoint
CREATE TABLE "desk"."held_write" (
	"id" text PRIMARY KEY NOT NULL,
	"batch" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"api" text NOT NULL,
	"resource" text NOT NULL,
	"operation" text NOT NULL,
	"record_id" text NOT NULL,
	"label" text,
	"input" json NOT NULL,
	"person_id" text NOT NULL,
	"person_name" text NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"before" json,
	"sent_at" timestamp (3) with time zone,
	"settle_at" timestamp (3) with time zone,
	"believe_at" timestamp (3) with time zone,
	"settles" integer DEFAULT 0 NOT NULL,
	"token" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."job" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"resource" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"params" json NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"acts_for" text NOT NULL,
	"role" text NOT NULL,
	"cursor" json,
	"baseline" json DEFAULT '[]'::json NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"sending" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"already" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."job_file" (
	"job_id" text NOT NULL,
	"n" integer NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_file_job_id_n_pk" PRIMARY KEY("job_id","n")
);
--> statement-breakpoint
CREATE TABLE "desk"."job_item" (
	"job_id" text NOT NULL,
	"n" integer NOT NULL,
	"record_id" text,
	"label" text,
	"input" json NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"before" json,
	"sent_at" timestamp (3) with time zone,
	"settle_at" timestamp (3) with time zone,
	"believe_at" timestamp (3) with time zone,
	"settles" integer DEFAULT 0 NOT NULL,
	"token" uuid,
	"history" json DEFAULT '[]'::json NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_item_job_id_n_pk" PRIMARY KEY("job_id","n")
);
--> statement-breakpoint
CREATE TABLE "desk"."feed_cursor" (
	"api" text PRIMARY KEY NOT NULL,
	"read_to" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."hook" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"base_url" text NOT NULL,
	"endpoint_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"bad_signatures" integer DEFAULT 0 NOT NULL,
	"last_bad_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."seen_event" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" text,
	"happened_at" timestamp (3) with time zone,
	"data" json,
	CONSTRAINT "seen_event_store_id_mode_id_pk" PRIMARY KEY("store_id","mode","id")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"batch" text NOT NULL,
	"n" integer NOT NULL,
	"preview" text NOT NULL,
	"version" text NOT NULL,
	"holder" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"affiliate_name" text,
	"amount" numeric(24, 4) NOT NULL,
	"currency" text NOT NULL,
	"method" text,
	"payout_email" text,
	"reference" text,
	"note" text,
	"adjustment" text,
	"baseline" json NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"message" text,
	"payout_id" text,
	"payout_status" text,
	"payout_amount" numeric(24, 4),
	"paid_on" date,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"settled_by" text,
	"settle_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"believe_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_commission" (
	"payout_id" text NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"commission_id" text NOT NULL,
	"amount" numeric(24, 4) NOT NULL,
	"held" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payout_commission_payout_id_commission_id_pk" PRIMARY KEY("payout_id","commission_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."payout_preview" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"hash" text NOT NULL,
	"asked" json,
	"lines" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_preview_store_id_mode_hash_pk" PRIMARY KEY("store_id","mode","hash")
);
--> statement-breakpoint
CREATE TABLE "desk"."mail" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"locale" text NOT NULL,
	"about" jsonb NOT NULL,
	"once" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_once" UNIQUE("store_id","mode","once")
);
--> statement-breakpoint
CREATE TABLE "desk"."mail_opt_out" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_opt_out_store_id_mode_email_kind_pk" PRIMARY KEY("store_id","mode","email","kind")
);
--> statement-breakpoint
CREATE TABLE "desk"."mail_template" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_template_store_id_mode_kind_locale_pk" PRIMARY KEY("store_id","mode","kind","locale")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_application" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"email" text NOT NULL,
	"details" jsonb NOT NULL,
	"answers" jsonb NOT NULL,
	"locale" text NOT NULL,
	"invitation_id" text,
	"grants" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"terms_version" integer,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"network" text,
	"token_hash" "bytea" NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"affiliate_id" text,
	"try_at" timestamp (3) with time zone,
	"error" text,
	"hints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_application_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"email" text NOT NULL,
	"grants" jsonb NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_invitation_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_program" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"slug" text NOT NULL,
	"open" boolean DEFAULT false NOT NULL,
	"portal_open" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"benefits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"allowed_hosts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reply_to" text,
	"accent" text,
	"logo" "bytea",
	"logo_type" text,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"approval" text DEFAULT 'nobody' NOT NULL,
	"approval_countries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_program_store_id_mode_pk" PRIMARY KEY("store_id","mode"),
	CONSTRAINT "partner_program_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_terms" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_terms_store_id_mode_version_pk" PRIMARY KEY("store_id","mode","version")
);
--> statement-breakpoint
CREATE TABLE "desk"."email_change" (
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"email" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_change_store_id_mode_affiliate_id_pk" PRIMARY KEY("store_id","mode","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner" (
	"id" text PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"name" text NOT NULL,
	"email_verified" boolean DEFAULT true NOT NULL,
	"image" text,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"email" text NOT NULL,
	"locale" text,
	"tax" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_login_unique" UNIQUE("login"),
	CONSTRAINT "partner_affiliate" UNIQUE("store_id","mode","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_key" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"last_four" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_media" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "desk"."partner_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout"."api_key" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	"last_used_agent" text,
	"watched_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "checkout"."bundle" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"products" jsonb NOT NULL,
	"pricing_type" text NOT NULL,
	"pricing_value" numeric(14, 4) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bundle_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."experiment" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"variants" jsonb NOT NULL,
	"winner" text,
	"plan" jsonb,
	"frozen" jsonb,
	"amendments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"alert" jsonb,
	"alerts_seen" text[] DEFAULT '{}' NOT NULL,
	"decisions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"learned" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiment_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."idempotency" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "checkout"."key_use" (
	"key_id" text NOT NULL,
	"scope" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "key_use_key_id_scope_day_pk" PRIMARY KEY("key_id","scope","day")
);
--> statement-breakpoint
CREATE TABLE "checkout"."product" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"price" bigint,
	"image_url" text,
	"url" text,
	"handle" text,
	"status" text DEFAULT 'active' NOT NULL,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" text NOT NULL,
	"as_of" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "checkout"."rate_budget" (
	"key_id" text PRIMARY KEY NOT NULL,
	"refused" boolean NOT NULL,
	"second_start" timestamp (3) with time zone NOT NULL,
	"second_used" integer NOT NULL,
	"minute_start" timestamp (3) with time zone NOT NULL,
	"minute_used" integer NOT NULL,
	"hour_start" timestamp (3) with time zone NOT NULL,
	"hour_used" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout"."settings" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_script" (
	"digest" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout"."tenant" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "checkout"."tenant_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenant_store_mode" UNIQUE("store_id","mode")
);
--> statement-breakpoint
CREATE TABLE "checkout"."upsell" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"product_id" text NOT NULL,
	"trigger_products" text[] NOT NULL,
	"discount_type" text NOT NULL,
	"discount_value" numeric(14, 4) NOT NULL,
	"placement" text NOT NULL,
	"first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upsell_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."webhook_endpoint" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text NOT NULL,
	"paused_reason" text,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoint_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."daily_bundle" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"bundle_id" text NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"savings" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_bundle_tenant_id_day_bundle_id_pk" PRIMARY KEY("tenant_id","day","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."daily_total" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"offers_shown" integer DEFAULT 0 NOT NULL,
	"offers_accepted" integer DEFAULT 0 NOT NULL,
	"offers_declined" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"orders_with_upsells" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"upsell_revenue" bigint DEFAULT 0 NOT NULL,
	"bundle_revenue" bigint DEFAULT 0 NOT NULL,
	"bundle_purchases" integer DEFAULT 0 NOT NULL,
	"bundle_savings" bigint DEFAULT 0 NOT NULL,
	"subscription_revenue" bigint DEFAULT 0 NOT NULL,
	"subscriptions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_total_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "checkout"."daily_upsell" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"upsell_id" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_upsell_tenant_id_day_upsell_id_pk" PRIMARY KEY("tenant_id","day","upsell_id")
);
--> statement-breakpoint
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
CREATE TABLE "checkout"."experiment_sum" (
	"tenant_id" integer NOT NULL,
	"experiment_id" text NOT NULL,
	"variant" text NOT NULL,
	"segment" text NOT NULL,
	"day" date NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	"unconfirmed" integer DEFAULT 0 NOT NULL,
	"ordered" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"orders_squares" numeric DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"revenue_squares" numeric DEFAULT 0 NOT NULL,
	"revenue_orders" numeric DEFAULT 0 NOT NULL,
	"prior" bigint DEFAULT 0 NOT NULL,
	"prior_squares" numeric DEFAULT 0 NOT NULL,
	"prior_revenue" numeric DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "experiment_sum_tenant_id_experiment_id_segment_day_variant_pk" PRIMARY KEY("tenant_id","experiment_id","segment","day","variant")
);
--> statement-breakpoint
CREATE TABLE "checkout"."experiment_visitor" (
	"tenant_id" integer NOT NULL,
	"experiment_id" text NOT NULL,
	"visitor_id" text NOT NULL,
	"variant" text,
	"exposed_at" timestamp (3) with time zone,
	"converted" boolean DEFAULT false NOT NULL,
	"converted_by" text,
	"unconfirmed" boolean DEFAULT false NOT NULL,
	"set_aside" boolean DEFAULT false NOT NULL,
	"day" date,
	"device" text,
	"country" text,
	"returning" boolean,
	"accepted" boolean DEFAULT false NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"prior" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "experiment_visitor_tenant_id_experiment_id_visitor_id_pk" PRIMARY KEY("tenant_id","experiment_id","visitor_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."monthly_bundle" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"bundle_id" text NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"savings" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_bundle_tenant_id_month_bundle_id_pk" PRIMARY KEY("tenant_id","month","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."monthly_upsell" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"upsell_id" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_upsell_tenant_id_month_upsell_id_pk" PRIMARY KEY("tenant_id","month","upsell_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."order" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"platform_order_id" text,
	"customer_id" text,
	"visitor_id" text,
	"accepted_at" timestamp (3) with time zone,
	"placed_at" timestamp (3) with time zone,
	"confirmed" boolean DEFAULT true NOT NULL,
	"counted" boolean DEFAULT true NOT NULL,
	"placed_by" text,
	"day" date,
	"total" bigint DEFAULT 0 NOT NULL,
	"edited" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"upsell_revenue" bigint DEFAULT 0 NOT NULL,
	"bundle_revenue" bigint DEFAULT 0 NOT NULL,
	"subscription_revenue" bigint DEFAULT 0 NOT NULL,
	"upsells_accepted" text[] NOT NULL,
	"bundles_purchased" text[] NOT NULL,
	"upsell_lines" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"bundle_lines" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"claims" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"experiment_variant" text,
	CONSTRAINT "order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_contact" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"offers_asked_at" timestamp (3) with time zone,
	"events_sent_at" timestamp (3) with time zone,
	"order_reported_at" timestamp (3) with time zone,
	"clock_skew_seconds" integer
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_refusal" (
	"tenant_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"field" text NOT NULL,
	"message" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shop_refusal_tenant_id_hour_type_field_message_pk" PRIMARY KEY("tenant_id","hour","type","field","message")
);
--> statement-breakpoint
CREATE TABLE "checkout"."storefront_event" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "storefront_event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."attempt" (
	"tenant_id" integer NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"phases" jsonb,
	"request_headers" jsonb,
	"response_code" integer,
	"response_headers" jsonb,
	"response_body" text,
	"response_truncated" boolean DEFAULT false NOT NULL,
	"error" text,
	CONSTRAINT "attempt_tenant_id_delivery_id_number_pk" PRIMARY KEY("tenant_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "checkout"."delivery" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"replay" integer DEFAULT 0 NOT NULL,
	"event_type" text NOT NULL,
	"status" text NOT NULL,
	"bulk" boolean DEFAULT false NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"response_code" integer,
	"duration_ms" integer,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."endpoint_health" (
	"tenant_id" integer NOT NULL,
	"endpoint_id" text NOT NULL,
	"failures_in_row" integer NOT NULL,
	"last_failure_at" timestamp (3) with time zone NOT NULL,
	"last_failure" text NOT NULL,
	CONSTRAINT "endpoint_health_tenant_id_endpoint_id_pk" PRIMARY KEY("tenant_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."event" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"order_id" text,
	"customer_id" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."lease" (
	"tenant_id" integer NOT NULL,
	"delivery_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"bulk" boolean NOT NULL,
	"token" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lease_tenant_id_delivery_id_pk" PRIMARY KEY("tenant_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."notice" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"message" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	CONSTRAINT "notice_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."replay_job" (
	"tenant_id" integer NOT NULL,
	"endpoint_id" text NOT NULL,
	"id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replay_job_tenant_id_endpoint_id_id_pk" PRIMARY KEY("tenant_id","endpoint_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_delivery" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"platform" text NOT NULL,
	"delivery_id" text NOT NULL,
	"topic" text NOT NULL,
	"body" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"outcome" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now(),
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "shop_delivery_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_order" (
	"tenant_id" integer NOT NULL,
	"platform" text NOT NULL,
	"id" text NOT NULL,
	"state" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_order_tenant_id_platform_id_pk" PRIMARY KEY("tenant_id","platform","id")
);
--> statement-breakpoint
CREATE TABLE "checkout"."shop_source" (
	"tenant_id" integer NOT NULL,
	"platform" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"rejected_at" timestamp (3) with time zone,
	"rejection" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_source_tenant_id_platform_pk" PRIMARY KEY("tenant_id","platform")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."affiliate" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company_name" text,
	"status" text NOT NULL,
	"referral_code" text NOT NULL,
	"group" text,
	"commission_type" text NOT NULL,
	"commission_rate" numeric(14, 4) NOT NULL,
	"own_rate" boolean DEFAULT true NOT NULL,
	"country" text,
	"website" text,
	"payout_method" text,
	"payout_email" text,
	"minimum_payout" bigint,
	"notes" text,
	"currency" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "affiliate_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."api_key" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	"last_used_agent" text,
	"watched_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."coupon" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"code" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "coupon_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."idempotency" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."key_use" (
	"key_id" text NOT NULL,
	"scope" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "key_use_key_id_scope_day_pk" PRIMARY KEY("key_id","scope","day")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."link" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"name" text,
	"code" text NOT NULL,
	"destination_url" text NOT NULL,
	"coupon_code" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "link_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliate"."outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE UNLOGGED TABLE "affiliate"."rate_budget" (
	"key_id" text PRIMARY KEY NOT NULL,
	"refused" boolean NOT NULL,
	"second_start" timestamp (3) with time zone NOT NULL,
	"second_used" integer NOT NULL,
	"minute_start" timestamp (3) with time zone NOT NULL,
	"minute_used" integer NOT NULL,
	"hour_start" timestamp (3) with time zone NOT NULL,
	"hour_used" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate"."tenant" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliate"."tenant_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"store_id" text NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenant_store_mode" UNIQUE("store_id","mode")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."attribution" (
	"tenant_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"number" integer NOT NULL,
	"method" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"link_id" text,
	"click_id" text,
	"coupon_code" text,
	"reason" text NOT NULL,
	"note" text,
	"by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attribution_tenant_id_order_id_number_pk" PRIMARY KEY("tenant_id","order_id","number")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."click" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"link_id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"landing_page" text,
	"referrer" text,
	"ip_hash" "bytea",
	"country" text,
	"device" text,
	"browser" text,
	"os" text,
	"is_bot" boolean DEFAULT false NOT NULL,
	"order_id" text,
	CONSTRAINT "click_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."order" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"external_id" text NOT NULL,
	"order_number" text NOT NULL,
	"attribution" integer,
	"affiliate_id" text,
	"link_id" text,
	"click_id" text,
	"coupon_code" text,
	"attribution_method" text,
	"attributed_at" timestamp (3) with time zone,
	"attributed_by" text,
	"attribution_reason" text,
	"customer_email" text,
	"customer_key" text,
	"ip_hash" "bytea",
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"total" bigint NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"refund_parts" jsonb,
	"currency" text NOT NULL,
	"line_items" jsonb NOT NULL,
	"status" text NOT NULL,
	"stands_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."order_refund" (
	"tenant_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"external_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"parts" jsonb,
	"chargeback" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_refund_tenant_id_order_id_external_id_pk" PRIMARY KEY("tenant_id","order_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."commission" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"order_id" text,
	"attribution" integer,
	"amount" bigint NOT NULL,
	"sale_amount" bigint,
	"rate" numeric(14, 4),
	"rate_type" text,
	"currency" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"arithmetic" jsonb,
	"products" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"eligible_at" timestamp (3) with time zone NOT NULL,
	"clears_at" timestamp (3) with time zone,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"rejection_reason" text,
	"note" text,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payout_id" text,
	"reverses" text,
	"bonus" text,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commission_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."payout" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"affiliate_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"method" text,
	"reference" text,
	"note" text,
	"period_start" date,
	"period_end" date,
	"paid_at" timestamp (3) with time zone,
	"failure_reason" text,
	"returned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."payout_commission" (
	"tenant_id" integer NOT NULL,
	"payout_id" text NOT NULL,
	"commission_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "payout_commission_tenant_id_payout_id_commission_id_pk" PRIMARY KEY("tenant_id","payout_id","commission_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."affiliate_count" (
	"tenant_id" integer NOT NULL,
	"affiliate_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"bucket" bigint NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "affiliate_count_tenant_id_affiliate_id_kind_status_bucket_pk" PRIMARY KEY("tenant_id","affiliate_id","kind","status","bucket")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."affiliate_total" (
	"tenant_id" integer NOT NULL,
	"affiliate_id" text NOT NULL,
	"currency" text NOT NULL,
	"main" boolean DEFAULT false NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"all_orders" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint GENERATED ALWAYS AS (gross - refunded) STORED NOT NULL,
	"commissions" bigint GENERATED ALWAYS AS (pending + approved - clawed_back) STORED NOT NULL,
	"unpaid_balance" bigint GENERATED ALWAYS AS (approved - clawed_back - paid) STORED NOT NULL,
	CONSTRAINT "affiliate_total_tenant_id_affiliate_id_currency_pk" PRIMARY KEY("tenant_id","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_affiliate" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"currency" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_orders" integer DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_affiliate_tenant_id_day_affiliate_id_currency_pk" PRIMARY KEY("tenant_id","day","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_click" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"link_id" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"bots" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_click_tenant_id_day_affiliate_id_link_id_pk" PRIMARY KEY("tenant_id","day","affiliate_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_click_total" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"bots" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_click_total_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_product" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"product_id" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_product_tenant_id_day_product_id_currency_status_pk" PRIMARY KEY("tenant_id","day","product_id","currency","status")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_product_commission" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"product_id" text NOT NULL,
	"currency" text NOT NULL,
	"commissions" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_product_commission_tenant_id_day_product_id_currency_pk" PRIMARY KEY("tenant_id","day","product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."daily_total" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_orders" integer DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_total_tenant_id_day_currency_pk" PRIMARY KEY("tenant_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."hourly_click" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hourly_click_tenant_id_day_hour_pk" PRIMARY KEY("tenant_id","day","hour")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."link_total" (
	"tenant_id" integer NOT NULL,
	"link_id" text NOT NULL,
	"currency" text NOT NULL,
	"main" boolean DEFAULT false NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"all_orders" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint GENERATED ALWAYS AS (gross - refunded) STORED NOT NULL,
	CONSTRAINT "link_total_tenant_id_link_id_currency_pk" PRIMARY KEY("tenant_id","link_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."monthly_affiliate" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"currency" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_orders" integer DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"clawed_back" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_affiliate_tenant_id_month_affiliate_id_currency_pk" PRIMARY KEY("tenant_id","month","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."monthly_click" (
	"tenant_id" integer NOT NULL,
	"month" date NOT NULL,
	"affiliate_id" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_click_tenant_id_month_affiliate_id_pk" PRIMARY KEY("tenant_id","month","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."product" (
	"tenant_id" integer NOT NULL,
	"id" text NOT NULL,
	"sku" text,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "product_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate"."record_count" (
	"tenant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"sort" text NOT NULL,
	"status" text NOT NULL,
	"bucket" bigint NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "record_count_tenant_id_kind_sort_status_bucket_pk" PRIMARY KEY("tenant_id","kind","sort","status","bucket")
);
--> statement-breakpoint
ALTER TABLE "desk"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."connection" ADD CONSTRAINT "connection_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."invitation" ADD CONSTRAINT "invitation_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."invitation" ADD CONSTRAINT "invitation_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "desk"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."member" ADD CONSTRAINT "member_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."default_view" ADD CONSTRAINT "default_view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."default_view" ADD CONSTRAINT "default_view_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."default_view" ADD CONSTRAINT "default_view_view_id_saved_view_id_fk" FOREIGN KEY ("view_id") REFERENCES "desk"."saved_view"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."draft" ADD CONSTRAINT "draft_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."draft" ADD CONSTRAINT "draft_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."personal" ADD CONSTRAINT "personal_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."personal" ADD CONSTRAINT "personal_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."remembered" ADD CONSTRAINT "remembered_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."saved_view" ADD CONSTRAINT "saved_view_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."saved_view" ADD CONSTRAINT "saved_view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."answer_columns" ADD CONSTRAINT "answer_columns_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_details" ADD CONSTRAINT "payout_details_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_file" ADD CONSTRAINT "payout_file_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_file_entry" ADD CONSTRAINT "payout_file_entry_file_id_payout_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "desk"."payout_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_file_entry" ADD CONSTRAINT "payout_file_entry_payout_id_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "desk"."payout"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_settings" ADD CONSTRAINT "payout_settings_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."annotation" ADD CONSTRAINT "annotation_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."annotation" ADD CONSTRAINT "annotation_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."daily_metrics" ADD CONSTRAINT "daily_metrics_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_snapshot" ADD CONSTRAINT "experiment_snapshot_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_note" ADD CONSTRAINT "experiment_note_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_note" ADD CONSTRAINT "experiment_note_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_plan" ADD CONSTRAINT "experiment_plan_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."experiment_plan" ADD CONSTRAINT "experiment_plan_changed_by_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "desk"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."held_write" ADD CONSTRAINT "held_write_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."job" ADD CONSTRAINT "job_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."job_file" ADD CONSTRAINT "job_file_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "desk"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."job_item" ADD CONSTRAINT "job_item_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "desk"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."hook" ADD CONSTRAINT "hook_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."seen_event" ADD CONSTRAINT "seen_event_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout" ADD CONSTRAINT "payout_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_commission" ADD CONSTRAINT "payout_commission_payout_id_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "desk"."payout"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_commission" ADD CONSTRAINT "payout_commission_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."payout_preview" ADD CONSTRAINT "payout_preview_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."mail" ADD CONSTRAINT "mail_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."mail_opt_out" ADD CONSTRAINT "mail_opt_out_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."mail_template" ADD CONSTRAINT "mail_template_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_application" ADD CONSTRAINT "partner_application_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_invitation" ADD CONSTRAINT "partner_invitation_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_program" ADD CONSTRAINT "partner_program_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_terms" ADD CONSTRAINT "partner_terms_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."email_change" ADD CONSTRAINT "email_change_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner" ADD CONSTRAINT "partner_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_key" ADD CONSTRAINT "partner_key_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "desk"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_media" ADD CONSTRAINT "partner_media_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_passkey" ADD CONSTRAINT "partner_passkey_user_id_partner_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_session" ADD CONSTRAINT "partner_session_user_id_partner_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."api_key" ADD CONSTRAINT "api_key_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."bundle" ADD CONSTRAINT "bundle_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment" ADD CONSTRAINT "experiment_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."idempotency" ADD CONSTRAINT "idempotency_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."product" ADD CONSTRAINT "product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."settings" ADD CONSTRAINT "settings_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."upsell" ADD CONSTRAINT "upsell_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."daily_bundle" ADD CONSTRAINT "daily_bundle_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."daily_total" ADD CONSTRAINT "daily_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."daily_upsell" ADD CONSTRAINT "daily_upsell_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_network" ADD CONSTRAINT "experiment_network_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_sum" ADD CONSTRAINT "experiment_sum_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."experiment_visitor" ADD CONSTRAINT "experiment_visitor_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."monthly_bundle" ADD CONSTRAINT "monthly_bundle_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."monthly_upsell" ADD CONSTRAINT "monthly_upsell_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."order" ADD CONSTRAINT "order_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_contact" ADD CONSTRAINT "shop_contact_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_refusal" ADD CONSTRAINT "shop_refusal_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."storefront_event" ADD CONSTRAINT "storefront_event_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."attempt" ADD CONSTRAINT "attempt_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."delivery" ADD CONSTRAINT "delivery_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."endpoint_health" ADD CONSTRAINT "endpoint_health_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."event" ADD CONSTRAINT "event_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."lease" ADD CONSTRAINT "lease_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."notice" ADD CONSTRAINT "notice_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."replay_job" ADD CONSTRAINT "replay_job_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_delivery" ADD CONSTRAINT "shop_delivery_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_order" ADD CONSTRAINT "shop_order_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout"."shop_source" ADD CONSTRAINT "shop_source_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "checkout"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate" ADD CONSTRAINT "affiliate_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."api_key" ADD CONSTRAINT "api_key_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."coupon" ADD CONSTRAINT "coupon_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."idempotency" ADD CONSTRAINT "idempotency_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."link" ADD CONSTRAINT "link_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."outbox" ADD CONSTRAINT "outbox_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."program_version" ADD CONSTRAINT "program_version_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."attribution" ADD CONSTRAINT "attribution_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."click" ADD CONSTRAINT "click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."order" ADD CONSTRAINT "order_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."order_refund" ADD CONSTRAINT "order_refund_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."commission" ADD CONSTRAINT "commission_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout" ADD CONSTRAINT "payout_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout_commission" ADD CONSTRAINT "payout_commission_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout_commission" ADD CONSTRAINT "payout_commission_tenant_id_payout_id_payout_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payout_id") REFERENCES "affiliate"."payout"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."payout_commission" ADD CONSTRAINT "payout_commission_tenant_id_commission_id_commission_tenant_id_id_fk" FOREIGN KEY ("tenant_id","commission_id") REFERENCES "affiliate"."commission"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate_count" ADD CONSTRAINT "affiliate_count_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."affiliate_total" ADD CONSTRAINT "affiliate_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_affiliate" ADD CONSTRAINT "daily_affiliate_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_click" ADD CONSTRAINT "daily_click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_click_total" ADD CONSTRAINT "daily_click_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_product" ADD CONSTRAINT "daily_product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_product_commission" ADD CONSTRAINT "daily_product_commission_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."daily_total" ADD CONSTRAINT "daily_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."hourly_click" ADD CONSTRAINT "hourly_click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."link_total" ADD CONSTRAINT "link_total_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."monthly_affiliate" ADD CONSTRAINT "monthly_affiliate_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."monthly_click" ADD CONSTRAINT "monthly_click_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."product" ADD CONSTRAINT "product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate"."record_count" ADD CONSTRAINT "record_count_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "affiliate"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user" ON "desk"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitation_store" ON "desk"."invitation" USING btree ("store_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "desk"."invitation" USING btree ("store_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "member_user" ON "desk"."member" USING btree ("user_id","store_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "desk"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "desk"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "desk"."session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "two_factor_user" ON "desk"."two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "desk"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verification_expires" ON "desk"."verification" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_intent" ON "desk"."audit" USING btree ("store_id","intent") WHERE intent is not null;--> statement-breakpoint
CREATE INDEX "audit_actor" ON "desk"."audit" USING btree ("store_id","actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_resource" ON "desk"."audit" USING btree ("store_id","resource","operation","seq");--> statement-breakpoint
CREATE INDEX "audit_record" ON "desk"."audit" USING btree ("store_id","record_id","seq");--> statement-breakpoint
CREATE INDEX "audit_outcome" ON "desk"."audit" USING btree ("store_id","outcome","seq");--> statement-breakpoint
CREATE INDEX "audit_mode" ON "desk"."audit" USING btree ("store_id","mode","seq");--> statement-breakpoint
CREATE INDEX "audit_at" ON "desk"."audit" USING btree ("store_id","at");--> statement-breakpoint
CREATE INDEX "audit_words" ON "desk"."audit" USING gin (to_tsvector('simple'::regconfig, actor_name || ' ' || resource || ' ' || operation || ' ' || path || ' ' || coalesce(record_id, '') || ' ' || coalesce(note, '')));--> statement-breakpoint
CREATE INDEX "draft_updated" ON "desk"."draft" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "personal_at" ON "desk"."personal" USING btree ("user_id","store_id","mode","kind","at");--> statement-breakpoint
CREATE INDEX "remembered_seen" ON "desk"."remembered" USING btree ("store_id","mode","kind","last_seen");--> statement-breakpoint
CREATE INDEX "remembered_old" ON "desk"."remembered" USING btree ("last_seen") WHERE kind in ('order', 'customer');--> statement-breakpoint
CREATE INDEX "saved_view_screen" ON "desk"."saved_view" USING btree ("store_id","screen","position");--> statement-breakpoint
CREATE INDEX "payout_details_account" ON "desk"."payout_details" USING btree ("store_id","mode","fingerprint");--> statement-breakpoint
CREATE INDEX "payout_file_batch" ON "desk"."payout_file" USING btree ("store_id","mode","batch");--> statement-breakpoint
CREATE INDEX "payout_file_waiting" ON "desk"."payout_file" USING btree ("store_id","mode") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_file_entry_once" ON "desk"."payout_file_entry" USING btree ("payout_id") WHERE held;--> statement-breakpoint
CREATE INDEX "annotation_day" ON "desk"."annotation" USING btree ("store_id","mode","day");--> statement-breakpoint
CREATE INDEX "experiment_note_of" ON "desk"."experiment_note" USING btree ("store_id","mode","experiment","at");--> statement-breakpoint
CREATE INDEX "held_write_store" ON "desk"."held_write" USING btree ("store_id","mode","updated_at");--> statement-breakpoint
CREATE INDEX "held_write_due" ON "desk"."held_write" USING btree ("send_at") WHERE state in ('held', 'sending');--> statement-breakpoint
CREATE INDEX "job_store" ON "desk"."job" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "job_state" ON "desk"."job" USING btree ("store_id","mode","state","created_at");--> statement-breakpoint
CREATE INDEX "job_finished" ON "desk"."job" USING btree ("finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "job_due" ON "desk"."job" USING btree ("due_at") WHERE state in ('queued', 'running') or sending > 0;--> statement-breakpoint
CREATE INDEX "job_file_created" ON "desk"."job_file" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "job_item_record" ON "desk"."job_item" USING btree ("job_id","record_id");--> statement-breakpoint
CREATE INDEX "job_item_state" ON "desk"."job_item" USING btree ("job_id","state","n");--> statement-breakpoint
CREATE INDEX "hook_place" ON "desk"."hook" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "seen_event_order" ON "desk"."seen_event" USING btree ("store_id","mode","order_id") WHERE "desk"."seen_event"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "seen_event_received" ON "desk"."seen_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "seen_event_last" ON "desk"."seen_event" USING btree ("store_id","mode","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_item" ON "desk"."payout" USING btree ("batch","n");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_made" ON "desk"."payout" USING btree ("store_id","mode","payout_id");--> statement-breakpoint
CREATE INDEX "payout_created" ON "desk"."payout" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "payout_affiliate" ON "desk"."payout" USING btree ("store_id","mode","affiliate_id","created_at");--> statement-breakpoint
CREATE INDEX "payout_unknown" ON "desk"."payout" USING btree ("store_id","mode") WHERE state = 'unknown';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_commission_once" ON "desk"."payout_commission" USING btree ("store_id","mode","commission_id") WHERE held;--> statement-breakpoint
CREATE INDEX "payout_preview_created" ON "desk"."payout_preview" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_store" ON "desk"."mail" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "mail_state" ON "desk"."mail" USING btree ("store_id","mode","state","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_kind" ON "desk"."mail" USING btree ("store_id","mode","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_created" ON "desk"."mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_due" ON "desk"."mail" USING btree ("next_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "partner_application_store" ON "desk"."partner_application" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "partner_application_affiliate" ON "desk"."partner_application" USING btree ("store_id","mode","affiliate_id");--> statement-breakpoint
CREATE INDEX "partner_application_network" ON "desk"."partner_application" USING btree ("store_id","mode","network");--> statement-breakpoint
CREATE INDEX "partner_application_due" ON "desk"."partner_application" USING btree ("try_at") WHERE try_at is not null;--> statement-breakpoint
CREATE INDEX "partner_application_created" ON "desk"."partner_application" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "partner_invitation_store" ON "desk"."partner_invitation" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "email_change_changed" ON "desk"."email_change" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "partner_email" ON "desk"."partner" USING btree ("store_id","mode","email");--> statement-breakpoint
CREATE INDEX "partner_key_partner" ON "desk"."partner_key" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "partner_media_store" ON "desk"."partner_media" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "partner_passkey_user" ON "desk"."partner_passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_session_user" ON "desk"."partner_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_session_expires" ON "desk"."partner_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "partner_verification_identifier" ON "desk"."partner_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "partner_verification_expires" ON "desk"."partner_verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bundle_created" ON "checkout"."bundle" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bundle_status" ON "checkout"."bundle" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "bundle_type" ON "checkout"."bundle" USING btree ("tenant_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "bundle_name" ON "checkout"."bundle" USING btree ("tenant_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "experiment_created" ON "checkout"."experiment" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "experiment_status" ON "checkout"."experiment" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "checkout"."idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "product_title" ON "checkout"."product" USING btree ("tenant_id",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "product_updated" ON "checkout"."product" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE INDEX "upsell_created" ON "checkout"."upsell" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "upsell_status" ON "checkout"."upsell" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "upsell_name" ON "checkout"."upsell" USING btree ("tenant_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "upsell_discount" ON "checkout"."upsell" USING btree ("tenant_id","discount_value","id");--> statement-breakpoint
CREATE INDEX "upsell_updated" ON "checkout"."upsell" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_created" ON "checkout"."webhook_endpoint" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoint_id" ON "checkout"."webhook_endpoint" USING btree ("id");--> statement-breakpoint
CREATE INDEX "experiment_visitor_of" ON "checkout"."experiment_visitor" USING btree ("tenant_id","visitor_id");--> statement-breakpoint
CREATE INDEX "order_platform" ON "checkout"."order" USING btree ("tenant_id","platform_order_id");--> statement-breakpoint
CREATE INDEX "order_placed" ON "checkout"."order" USING btree ("tenant_id","placed_at");--> statement-breakpoint
CREATE INDEX "order_visitor" ON "checkout"."order" USING btree ("tenant_id","visitor_id") WHERE visitor_id is not null;--> statement-breakpoint
CREATE INDEX "storefront_event_received" ON "checkout"."storefront_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "storefront_event_shown" ON "checkout"."storefront_event" USING btree ("tenant_id",("data" ->> 'upsell_id'),"occurred_at") WHERE type = 'offer.shown';--> statement-breakpoint
CREATE INDEX "storefront_event_visit" ON "checkout"."storefront_event" USING btree ("tenant_id",(hashtext("data" ->> 'visitor_id') & 1023),"occurred_at") WHERE type = 'visit';--> statement-breakpoint
CREATE INDEX "storefront_event_declined" ON "checkout"."storefront_event" USING btree ("tenant_id",("data" ->> 'visitor_id'),"occurred_at") WHERE type = 'offer.declined';--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_once" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","event_id","replay");--> statement-breakpoint
CREATE INDEX "delivery_log" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_status" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","status","created_at","id") WHERE "checkout"."delivery"."status" <> 'delivered';--> statement-breakpoint
CREATE INDEX "delivery_type" ON "checkout"."delivery" USING btree ("tenant_id","endpoint_id","event_type","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "checkout"."delivery" USING btree ("endpoint_id","bulk","next_attempt_at") WHERE "checkout"."delivery"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_created" ON "checkout"."delivery" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "event_created" ON "checkout"."event" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_order" ON "checkout"."event" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "event_customer" ON "checkout"."event" USING btree ("tenant_id","customer_id") WHERE "checkout"."event"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "lease_endpoint" ON "checkout"."lease" USING btree ("endpoint_id","token");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_open" ON "checkout"."notice" USING btree ("tenant_id","endpoint_id","kind") WHERE "checkout"."notice"."dismissed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_delivery_once" ON "checkout"."shop_delivery" USING btree ("tenant_id","platform","delivery_id");--> statement-breakpoint
CREATE INDEX "shop_delivery_log" ON "checkout"."shop_delivery" USING btree ("tenant_id","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_platform" ON "checkout"."shop_delivery" USING btree ("tenant_id","platform","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_outcome" ON "checkout"."shop_delivery" USING btree ("tenant_id","platform","status","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_status" ON "checkout"."shop_delivery" USING btree ("tenant_id","status","received_at","id");--> statement-breakpoint
CREATE INDEX "shop_delivery_due" ON "checkout"."shop_delivery" USING btree ("due_at") WHERE "checkout"."shop_delivery"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "shop_delivery_received" ON "checkout"."shop_delivery" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_email" ON "affiliate"."affiliate" USING btree ("tenant_id",lower("email")) WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_referral_code" ON "affiliate"."affiliate" USING btree ("tenant_id",lower("referral_code")) WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_created" ON "affiliate"."affiliate" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_updated" ON "affiliate"."affiliate" USING btree ("tenant_id","updated_at","id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_status" ON "affiliate"."affiliate" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_last_name" ON "affiliate"."affiliate" USING btree ("tenant_id",lower("last_name"),"id") WHERE "affiliate"."affiliate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "coupon_affiliate" ON "affiliate"."coupon" USING btree ("tenant_id","affiliate_id","position");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "affiliate"."idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_code_once" ON "affiliate"."link" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "link_affiliate" ON "affiliate"."link" USING btree ("tenant_id","affiliate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "link_created" ON "affiliate"."link" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "link_status" ON "affiliate"."link" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "link_name" ON "affiliate"."link" USING btree ("tenant_id",lower("name"),"id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "link_code" ON "affiliate"."link" USING btree ("tenant_id",lower("code"),"id") WHERE "affiliate"."link"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "program_version_effective" ON "affiliate"."program_version" USING btree ("tenant_id","effective_at","version");--> statement-breakpoint
CREATE INDEX "click_time" ON "affiliate"."click" USING btree ("tenant_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "click_link" ON "affiliate"."click" USING btree ("tenant_id","link_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "click_affiliate" ON "affiliate"."click" USING btree ("tenant_id","affiliate_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "click_ip" ON "affiliate"."click" USING btree ("tenant_id","ip_hash","id");--> statement-breakpoint
CREATE INDEX "click_converted" ON "affiliate"."click" USING btree ("tenant_id","occurred_at","id") WHERE "affiliate"."click"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "click_bot" ON "affiliate"."click" USING btree ("tenant_id","occurred_at","id") WHERE "affiliate"."click"."is_bot";--> statement-breakpoint
CREATE INDEX "click_occurred" ON "affiliate"."click" USING btree ("occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_external" ON "affiliate"."order" USING btree ("tenant_id","external_id");--> statement-breakpoint
CREATE INDEX "order_created" ON "affiliate"."order" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_status" ON "affiliate"."order" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_attributed" ON "affiliate"."order" USING btree ("tenant_id","attributed_at","id","created_at") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_number" ON "affiliate"."order" USING btree ("tenant_id","order_number","id","created_at") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_total" ON "affiliate"."order" USING btree ("tenant_id","total","id","created_at") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_unattributed" ON "affiliate"."order" USING btree ("tenant_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is null;--> statement-breakpoint
CREATE INDEX "order_unattributed_status" ON "affiliate"."order" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."order"."affiliate_id" is null;--> statement-breakpoint
CREATE INDEX "order_unattributed_total" ON "affiliate"."order" USING btree ("tenant_id","total","id","created_at") WHERE "affiliate"."order"."affiliate_id" is null;--> statement-breakpoint
CREATE INDEX "order_link" ON "affiliate"."order" USING btree ("tenant_id","link_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_any_number" ON "affiliate"."order" USING btree ("tenant_id","order_number");--> statement-breakpoint
CREATE INDEX "order_affiliate" ON "affiliate"."order" USING btree ("tenant_id","affiliate_id","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_affiliate_status" ON "affiliate"."order" USING btree ("tenant_id","affiliate_id","status","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_link_status" ON "affiliate"."order" USING btree ("tenant_id","link_id","status","created_at","id") WHERE "affiliate"."order"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "order_attributed_early" ON "affiliate"."order" USING btree ("tenant_id","attributed_at","created_at") WHERE "affiliate"."order"."attributed_at" < "affiliate"."order"."created_at";--> statement-breakpoint
CREATE INDEX "order_refunded" ON "affiliate"."order" USING btree ("tenant_id","affiliate_id","created_at") WHERE "affiliate"."order"."refunded_amount" > 0;--> statement-breakpoint
CREATE INDEX "order_customer" ON "affiliate"."order" USING btree ("tenant_id","customer_key","created_at");--> statement-breakpoint
CREATE INDEX "order_ip" ON "affiliate"."order" USING btree ("tenant_id","ip_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_sale_once" ON "affiliate"."commission" USING btree ("tenant_id","order_id","attribution") WHERE "affiliate"."commission"."type" = 'sale';--> statement-breakpoint
CREATE UNIQUE INDEX "commission_bonus_once" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","bonus") WHERE "affiliate"."commission"."bonus" is not null;--> statement-breakpoint
CREATE INDEX "commission_order" ON "affiliate"."commission" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "commission_created" ON "affiliate"."commission" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_status" ON "affiliate"."commission" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_amount" ON "affiliate"."commission" USING btree ("tenant_id","amount","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_status_amount" ON "affiliate"."commission" USING btree ("tenant_id","status","amount","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_eligible" ON "affiliate"."commission" USING btree ("tenant_id","eligible_at","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_status_eligible" ON "affiliate"."commission" USING btree ("tenant_id","status","eligible_at","id","created_at");--> statement-breakpoint
CREATE INDEX "commission_reviewed" ON "affiliate"."commission" USING btree ("tenant_id",coalesce("reviewed_at", 'infinity'),"id","created_at","reviewed_at");--> statement-breakpoint
CREATE INDEX "commission_status_reviewed" ON "affiliate"."commission" USING btree ("tenant_id","status",coalesce("reviewed_at", 'infinity'),"id","created_at","reviewed_at");--> statement-breakpoint
CREATE INDEX "commission_affiliate" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_affiliate_status" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "commission_flagged" ON "affiliate"."commission" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."commission"."flags" <> '[]';--> statement-breakpoint
CREATE INDEX "commission_unflagged" ON "affiliate"."commission" USING btree ("tenant_id","status","created_at","id") WHERE "affiliate"."commission"."flags" = '[]';--> statement-breakpoint
CREATE INDEX "commission_unusual" ON "affiliate"."commission" USING btree ("tenant_id","type","created_at","id") WHERE "affiliate"."commission"."type" <> 'sale';--> statement-breakpoint
CREATE INDEX "commission_unusual_status" ON "affiliate"."commission" USING btree ("tenant_id","type","status","created_at","id") WHERE "affiliate"."commission"."type" <> 'sale';--> statement-breakpoint
CREATE INDEX "commission_unusual_amount" ON "affiliate"."commission" USING btree ("tenant_id","type","amount","id") WHERE "affiliate"."commission"."type" <> 'sale';--> statement-breakpoint
CREATE INDEX "commission_unusual_eligible" ON "affiliate"."commission" USING btree ("tenant_id","type","eligible_at","id") WHERE "affiliate"."commission"."type" <> 'sale';--> statement-breakpoint
CREATE INDEX "commission_unusual_reviewed" ON "affiliate"."commission" USING btree ("tenant_id","type",coalesce("reviewed_at", 'infinity'),"id") WHERE "affiliate"."commission"."type" <> 'sale';--> statement-breakpoint
CREATE INDEX "commission_payable" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","currency","eligible_at") WHERE "affiliate"."commission"."status" = 'approved' and "affiliate"."commission"."payout_id" is null;--> statement-breakpoint
CREATE INDEX "commission_eligible_early" ON "affiliate"."commission" USING btree ("tenant_id","eligible_at","created_at") WHERE "affiliate"."commission"."eligible_at" < "affiliate"."commission"."created_at";--> statement-breakpoint
CREATE INDEX "commission_reviewed_early" ON "affiliate"."commission" USING btree ("tenant_id",coalesce("reviewed_at", 'infinity'),"created_at","reviewed_at") WHERE coalesce("affiliate"."commission"."reviewed_at", 'infinity') < "affiliate"."commission"."created_at";--> statement-breakpoint
CREATE INDEX "commission_held" ON "affiliate"."commission" USING btree ("tenant_id","affiliate_id","eligible_at") WHERE "affiliate"."commission"."status" = 'pending' and "affiliate"."commission"."clears_at" is not null;--> statement-breakpoint
CREATE INDEX "commission_self_referral" ON "affiliate"."commission" USING btree ("tenant_id","created_at","affiliate_id","id") WHERE flags @> '[{"code": "self_referral"}]';--> statement-breakpoint
CREATE INDEX "commission_coupon_without_click" ON "affiliate"."commission" USING btree ("tenant_id","created_at","affiliate_id","id") WHERE flags @> '[{"code": "coupon_without_click"}]';--> statement-breakpoint
CREATE INDEX "commission_fast_conversion" ON "affiliate"."commission" USING btree ("tenant_id","created_at","affiliate_id","id") WHERE flags @> '[{"code": "fast_conversion"}]';--> statement-breakpoint
CREATE INDEX "payout_created" ON "affiliate"."payout" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payout_status" ON "affiliate"."payout" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payout_amount" ON "affiliate"."payout" USING btree ("tenant_id","amount","id");--> statement-breakpoint
CREATE INDEX "payout_paid" ON "affiliate"."payout" USING btree ("tenant_id",coalesce("paid_at", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "payout_affiliate" ON "affiliate"."payout" USING btree ("tenant_id","affiliate_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_commission_once" ON "affiliate"."payout_commission" USING btree ("tenant_id","commission_id") WHERE "affiliate"."payout_commission"."released_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_total_clicks" ON "affiliate"."affiliate_total" USING btree ("tenant_id","clicks","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_orders" ON "affiliate"."affiliate_total" USING btree ("tenant_id","all_orders","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_revenue" ON "affiliate"."affiliate_total" USING btree ("tenant_id","revenue","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_commissions" ON "affiliate"."affiliate_total" USING btree ("tenant_id","commissions","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "affiliate_total_unpaid" ON "affiliate"."affiliate_total" USING btree ("tenant_id","unpaid_balance","affiliate_id") WHERE "affiliate"."affiliate_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_clicks" ON "affiliate"."link_total" USING btree ("tenant_id","clicks","link_id") WHERE "affiliate"."link_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_orders" ON "affiliate"."link_total" USING btree ("tenant_id","all_orders","link_id") WHERE "affiliate"."link_total"."main";--> statement-breakpoint
CREATE INDEX "link_total_revenue" ON "affiliate"."link_total" USING btree ("tenant_id","revenue","link_id") WHERE "affiliate"."link_total"."main";--> statement-breakpoint
-- Entries are added and never changed. The chain shows a change by somebody who removes this.
CREATE FUNCTION "desk"."audit_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log are never changed or deleted.' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "desk"."audit"
FOR EACH STATEMENT EXECUTE FUNCTION "desk"."audit_stays"();
