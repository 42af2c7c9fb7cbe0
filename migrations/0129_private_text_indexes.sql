DROP INDEX CONCURRENTLY IF EXISTS "credit_accounts_by_message_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_accounts_by_message_key" ON "credit_accounts" USING btree ("message_key_id") WHERE "credit_accounts"."message_key_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "content_decisions_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "content_decisions_by_key" ON "content_decisions" USING btree ("key_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_items_by_message_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_items_by_message_key" ON "order_items" USING btree ("gift_message_key_id") WHERE "order_items"."gift_message_key_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_comments_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_comments_key" ON "orders" USING btree ("comments_key_id") WHERE "orders"."comments_key_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawal_lines_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawal_lines_by_key" ON "withdrawal_lines" USING btree ("key_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_by_remark_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_by_remark_key" ON "withdrawals" USING btree ("remark_key_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_by_answer_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_by_answer_key" ON "withdrawals" USING btree ("answer_key_id");
