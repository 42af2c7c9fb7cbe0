ALTER TABLE "credit_accounts" VALIDATE CONSTRAINT "credit_accounts_message_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "content_decisions" VALIDATE CONSTRAINT "content_decisions_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "order_items" VALIDATE CONSTRAINT "order_items_gift_message_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_comments_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "withdrawal_lines" VALIDATE CONSTRAINT "withdrawal_lines_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_remark_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_answer_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "credit_accounts" VALIDATE CONSTRAINT "credit_accounts_message";--> statement-breakpoint
ALTER TABLE "content_decisions" VALIDATE CONSTRAINT "content_decisions_encrypted";--> statement-breakpoint
ALTER TABLE "order_items" VALIDATE CONSTRAINT "order_items_message";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_comments";--> statement-breakpoint
ALTER TABLE "withdrawal_lines" VALIDATE CONSTRAINT "withdrawal_lines_encrypted";--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_remark";--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_answer";
