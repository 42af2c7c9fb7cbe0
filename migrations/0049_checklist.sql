CREATE TABLE "confirmed_mail_servers" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"server_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "confirmed_mail_servers_only_one" CHECK ("confirmed_mail_servers"."is_only")
);
--> statement-breakpoint
ALTER TABLE "account_tokens" DROP CONSTRAINT "account_tokens_purpose";--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_purpose" CHECK ("account_tokens"."purpose" in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'EXPORT', 'TEST_MAIL'));