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
ALTER TABLE "desk"."mail" ADD CONSTRAINT "mail_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."mail_opt_out" ADD CONSTRAINT "mail_opt_out_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."mail_template" ADD CONSTRAINT "mail_template_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_application" ADD CONSTRAINT "partner_application_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_invitation" ADD CONSTRAINT "partner_invitation_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_program" ADD CONSTRAINT "partner_program_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_terms" ADD CONSTRAINT "partner_terms_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_store" ON "desk"."mail" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "mail_created" ON "desk"."mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_due" ON "desk"."mail" USING btree ("next_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "partner_application_store" ON "desk"."partner_application" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "partner_application_affiliate" ON "desk"."partner_application" USING btree ("store_id","mode","affiliate_id");--> statement-breakpoint
CREATE INDEX "partner_application_network" ON "desk"."partner_application" USING btree ("store_id","mode","network");--> statement-breakpoint
CREATE INDEX "partner_application_due" ON "desk"."partner_application" USING btree ("try_at") WHERE try_at is not null;--> statement-breakpoint
CREATE INDEX "partner_application_created" ON "desk"."partner_application" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "partner_invitation_store" ON "desk"."partner_invitation" USING btree ("store_id","mode","created_at");