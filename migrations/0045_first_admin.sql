CREATE TABLE "setup_links" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "setup_links_only_one" CHECK ("setup_links"."is_only")
);
