ALTER TABLE "credit_accounts" ADD COLUMN "message_encrypted" text;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "message_key_id" integer;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD COLUMN "encrypted" text;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD COLUMN "key_id" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "gift_message" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "gift_message_encrypted" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "gift_message_key_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "comments_encrypted" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "comments_key_id" integer;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD COLUMN "id" uuid;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD COLUMN "encrypted" text;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD COLUMN "key_id" integer;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "remark_encrypted" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "remark_key_id" integer;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "answer_encrypted" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "answer_key_id" integer;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_message_key_id_data_keys_id_fk" FOREIGN KEY ("message_key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_gift_message_key_id_data_keys_id_fk" FOREIGN KEY ("gift_message_key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_comments_key_id_data_keys_id_fk" FOREIGN KEY ("comments_key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_remark_key_id_data_keys_id_fk" FOREIGN KEY ("remark_key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_answer_key_id_data_keys_id_fk" FOREIGN KEY ("answer_key_id") REFERENCES "public"."data_keys"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_message" CHECK (("credit_accounts"."message_encrypted" is null) = ("credit_accounts"."message_key_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_encrypted" CHECK (("content_decisions"."encrypted" is null) = ("content_decisions"."key_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_message" CHECK (("order_items"."gift_message_encrypted" is null) = ("order_items"."gift_message_key_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_comments" CHECK (("orders"."comments_encrypted" is null) = ("orders"."comments_key_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_encrypted" CHECK (("withdrawal_lines"."encrypted" is null) = ("withdrawal_lines"."key_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_remark" CHECK (("withdrawals"."remark_encrypted" is null) = ("withdrawals"."remark_key_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_answer" CHECK (("withdrawals"."answer_encrypted" is null) = ("withdrawals"."answer_key_id" is null)) NOT VALID;
