CREATE TABLE "minute_debts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"charge_back_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"resolution" text,
	CONSTRAINT "minute_debts_amount" CHECK ("minute_debts"."amount_cents" > 0),
	CONSTRAINT "minute_debts_settled" CHECK (("minute_debts"."settled_at" is null) = ("minute_debts"."resolution" is null) and "minute_debts"."resolution" in ('PAID', 'WAIVED'))
);
--> statement-breakpoint
ALTER TABLE "minute_entries" ADD COLUMN "charge_back_id" uuid;--> statement-breakpoint
ALTER TABLE "minute_debts" ADD CONSTRAINT "minute_debts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_debts" ADD CONSTRAINT "minute_debts_purchase_id_minute_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."minute_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "minute_debts_user_id_index" ON "minute_debts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "minute_debts_purchase_id_index" ON "minute_debts" USING btree ("purchase_id");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_debts_once" ON "minute_debts" USING btree ("charge_back_id");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_charged_back_once" ON "minute_entries" USING btree ("charge_back_id");--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_charge_back" CHECK (("minute_entries"."kind" = 'CHARGEBACK') = ("minute_entries"."charge_back_id" is not null) and ("minute_entries"."kind" <> 'CHARGEBACK' or ("minute_entries"."minutes" < 0 and "minute_entries"."purchase_id" is not null)));