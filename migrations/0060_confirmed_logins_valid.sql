ALTER TABLE "login_sessions" VALIDATE CONSTRAINT "login_sessions_confirmed";--> statement-breakpoint
ALTER TABLE "passkey_challenges" VALIDATE CONSTRAINT "passkey_challenges_purpose";
