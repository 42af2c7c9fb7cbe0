DROP INDEX "payments_unsettled";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "ask_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("ask_at") WHERE "payments"."settled_at" is null and "payments"."problem" is null;