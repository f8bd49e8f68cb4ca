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
ALTER TABLE "desk"."partner" ADD CONSTRAINT "partner_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_key" ADD CONSTRAINT "partner_key_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "desk"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_media" ADD CONSTRAINT "partner_media_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "desk"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_passkey" ADD CONSTRAINT "partner_passkey_user_id_partner_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk"."partner_session" ADD CONSTRAINT "partner_session_user_id_partner_id_fk" FOREIGN KEY ("user_id") REFERENCES "desk"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_email" ON "desk"."partner" USING btree ("store_id","mode","email");--> statement-breakpoint
CREATE INDEX "partner_key_partner" ON "desk"."partner_key" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "partner_media_store" ON "desk"."partner_media" USING btree ("store_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "partner_passkey_user" ON "desk"."partner_passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_session_user" ON "desk"."partner_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_session_expires" ON "desk"."partner_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "partner_verification_identifier" ON "desk"."partner_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "partner_verification_expires" ON "desk"."partner_verification" USING btree ("expires_at");