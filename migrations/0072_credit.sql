CREATE TABLE "credit_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"balance_cents" integer DEFAULT 0 NOT NULL,
	"initial_cents" integer DEFAULT 0 NOT NULL,
	"code_digest" text,
	"last_four" text,
	"encrypted" text,
	"key_id" integer,
	"order_item_id" uuid,
	"piece" integer,
	"recipient_email" text,
	"recipient_name" text,
	"sender_name" text,
	"message" text,
	"deliver_on" date,
	"delivered_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"blocked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_accounts_balance" CHECK ("credit_accounts"."balance_cents" >= 0),
	CONSTRAINT "credit_accounts_kind" CHECK (case "credit_accounts"."kind"
        when 'STORE_CREDIT' then "credit_accounts"."user_id" is not null and "credit_accounts"."code_digest" is null and "credit_accounts"."initial_cents" = 0
        when 'GIFT_CARD' then "credit_accounts"."user_id" is null and "credit_accounts"."code_digest" is not null and "credit_accounts"."last_four" is not null
          and "credit_accounts"."initial_cents" > 0 and "credit_accounts"."expires_at" is not null and "credit_accounts"."deliver_on" is not null
        else false end),
	CONSTRAINT "credit_accounts_piece" CHECK (("credit_accounts"."order_item_id" is null) = ("credit_accounts"."piece" is null))
);--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"refund_id" uuid,
	"reason" text,
	"by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_sign" CHECK (case when "credit_entries"."kind" in ('ISSUE', 'RELEASE', 'REFUND') then "credit_entries"."cents" > 0
        when "credit_entries"."kind" in ('SPEND', 'EXPIRE', 'CANCEL') then "credit_entries"."cents" < 0
        when "credit_entries"."kind" in ('GRANT', 'ADJUST') then "credit_entries"."cents" <> 0 else false end),
	CONSTRAINT "credit_entries_payment" CHECK (("credit_entries"."kind" in ('SPEND', 'RELEASE')) = ("credit_entries"."payment_id" is not null)
        and ("credit_entries"."kind" = 'REFUND') = ("credit_entries"."refund_id" is not null)),
	CONSTRAINT "credit_entries_reason" CHECK ("credit_entries"."kind" not in ('GRANT', 'ADJUST') or ("credit_entries"."reason" is not null and "credit_entries"."by_user_id" is not null))
);--> statement-breakpoint
ALTER TABLE "digital_deliveries" DROP CONSTRAINT "digital_deliveries_kind";--> statement-breakpoint
ALTER TABLE "digital_products" DROP CONSTRAINT "digital_products_kind";--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "destination" text DEFAULT 'PAYMENT' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "gift_card" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_account_id_credit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_one_a_user" ON "credit_accounts" USING btree ("user_id") WHERE "credit_accounts"."kind" = 'STORE_CREDIT';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_code" ON "credit_accounts" USING btree ("code_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_piece" ON "credit_accounts" USING btree ("order_item_id","piece");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_age" ON "credit_accounts" USING btree ("created_at","id") WHERE "credit_accounts"."kind" = 'GIFT_CARD';--> statement-breakpoint
CREATE INDEX "credit_accounts_undelivered" ON "credit_accounts" USING btree ("deliver_on") WHERE "credit_accounts"."delivered_at" is null and "credit_accounts"."blocked_at" is null and "credit_accounts"."kind" = 'GIFT_CARD';--> statement-breakpoint
CREATE INDEX "credit_accounts_expiring" ON "credit_accounts" USING btree ("expires_at") WHERE "credit_accounts"."balance_cents" > 0 and "credit_accounts"."kind" = 'GIFT_CARD';--> statement-breakpoint
CREATE INDEX "credit_accounts_readable" ON "credit_accounts" USING btree ("delivered_at") WHERE "credit_accounts"."encrypted" is not null;--> statement-breakpoint
CREATE INDEX "credit_entries_by_account" ON "credit_entries" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_issued_once" ON "credit_entries" USING btree ("account_id") WHERE "credit_entries"."kind" = 'ISSUE';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_of_payment" ON "credit_entries" USING btree ("payment_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_refunded_once" ON "credit_entries" USING btree ("refund_id");--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD CONSTRAINT "minute_purchases_credit" CHECK ("minute_purchases"."credit_cents" between 0 and "minute_purchases"."price") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_destination" CHECK ("refunds"."destination" in ('PAYMENT', 'CREDIT')) NOT VALID;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_kind" CHECK ("digital_deliveries"."kind" in ('FILES', 'CODES', 'GIFT_CARD')) NOT VALID;--> statement-breakpoint
ALTER TABLE "digital_products" ADD CONSTRAINT "digital_products_kind" CHECK ("digital_products"."kind" in ('FILES', 'CODES', 'GIFT_CARD')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credit" CHECK ("orders"."credit_cents" between 0 and "orders"."total_amount") NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id");--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id");--> statement-breakpoint
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
