CREATE TABLE "minute_packages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"minutes" integer NOT NULL,
	"normal_price" integer NOT NULL,
	"session_price" integer NOT NULL,
	"popular" boolean NOT NULL,
	"active" boolean NOT NULL,
	"place" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "minute_packages_amounts" CHECK ("minute_packages"."minutes" > 0 and "minute_packages"."session_price" > 0 and "minute_packages"."normal_price" >= "minute_packages"."session_price"),
	CONSTRAINT "minute_packages_popular" CHECK ("minute_packages"."active" or not "minute_packages"."popular")
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"revision" integer NOT NULL,
	"body" jsonb NOT NULL,
	"label" text,
	"asks_acceptance" boolean DEFAULT false NOT NULL,
	"actor_id" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_versions_key_version_pk" PRIMARY KEY("key","version"),
	CONSTRAINT "content_versions_status" CHECK ("content_versions"."status" in ('DRAFT', 'PUBLISHED')),
	CONSTRAINT "content_versions_numbers" CHECK ("content_versions"."version" > 0 and "content_versions"."revision" > 0)
);
--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD COLUMN "package_name" text;--> statement-breakpoint
UPDATE "minute_purchases" SET "package_name" = CASE "package_id" WHEN 'quick' THEN 'Quick Session' WHEN 'extended' THEN 'Extended Play'
	WHEN 'premium' THEN 'Premium Session' WHEN 'ultimate' THEN 'Ultimate Experience' ELSE "package_id" END;--> statement-breakpoint
ALTER TABLE "minute_purchases" ALTER COLUMN "package_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_one_draft" ON "content_versions" USING btree ("key") WHERE "content_versions"."status" = 'DRAFT';--> statement-breakpoint
-- What was accepted at registration was known only as a column of the user.
INSERT INTO "terms_acceptances" ("user_id", "version", "accepted_at")
	SELECT "id", "policy_version", "adult_statement_at" FROM "users" WHERE "erased_at" IS NULL AND "policy_version" ~ '^[0-9]';
