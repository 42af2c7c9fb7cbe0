CREATE TABLE "sale_vat_rechecks" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"vat_number" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "sale_vat_rechecks_attempts" CHECK ("sale_vat_rechecks"."attempts" >= 0)
);--> statement-breakpoint
ALTER TABLE "minute_entries" DROP CONSTRAINT "minute_entries_sign";--> statement-breakpoint
CREATE INDEX "sale_vat_rechecks_due" ON "sale_vat_rechecks" USING btree ("next_at") WHERE "sale_vat_rechecks"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "sale_vat_rechecks_vat_number_index" ON "sale_vat_rechecks" USING btree ("vat_number");--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_vat_return" CHECK ("minute_entries"."kind" <> 'VAT_RETURN' or ("minute_entries"."minutes" = 0 and "minute_entries"."value_cents" < 0 and "minute_entries"."purchase_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_sign" CHECK (("minute_entries"."minutes" <> 0 or "minute_entries"."kind" = 'VAT_RETURN') and ("minute_entries"."kind" <> 'SPEND' or "minute_entries"."minutes" < 0) and ("minute_entries"."kind" not in ('PURCHASE', 'GIFT') or "minute_entries"."minutes" > 0)) NOT VALID;