ALTER TABLE "mails" ADD COLUMN "tried_from" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_by_age" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "mails" USING gin ("recipient" gin_trgm_ops);