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
CREATE TABLE "checkout"."key_use" (
	"key_id" text NOT NULL,
	"scope" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "key_use_key_id_scope_day_pk" PRIMARY KEY("key_id","scope","day")
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
ALTER TABLE "checkout"."api_key" ADD COLUMN "last_used_address" text;--> statement-breakpoint
ALTER TABLE "checkout"."api_key" ADD COLUMN "last_used_agent" text;--> statement-breakpoint
ALTER TABLE "checkout"."api_key" ADD COLUMN "watched_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate"."api_key" ADD COLUMN "last_used_address" text;--> statement-breakpoint
ALTER TABLE "affiliate"."api_key" ADD COLUMN "last_used_agent" text;--> statement-breakpoint
ALTER TABLE "affiliate"."api_key" ADD COLUMN "watched_since" timestamp (3) with time zone DEFAULT now() NOT NULL;