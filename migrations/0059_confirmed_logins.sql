CREATE TABLE "replaced_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey_challenges" DROP CONSTRAINT "passkey_challenges_purpose";--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "replaced_tokens" ADD CONSTRAINT "replaced_tokens_session_id_login_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_tokens_session_id_index" ON "replaced_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "replaced_tokens_expires_at_index" ON "replaced_tokens" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_confirmed" CHECK (("login_sessions"."confirmed_at" is null) = ("login_sessions"."confirmed_by" is null) and "login_sessions"."confirmed_by" in ('PASSKEY', 'CODE', 'PASSWORD')) NOT VALID;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('REGISTER', 'LOGIN', 'CONFIRM')) NOT VALID;