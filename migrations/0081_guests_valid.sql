ALTER TABLE "users" VALIDATE CONSTRAINT "users_guest_email_lower";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_guest";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_role";
