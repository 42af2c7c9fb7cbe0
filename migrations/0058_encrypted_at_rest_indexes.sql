DROP INDEX CONCURRENTLY IF EXISTS "internal_notes_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "internal_notes_by_key" ON "internal_notes" USING btree ("key_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "data_exports_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "data_exports_by_key" ON "data_exports" USING btree ("key_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "messages_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_by_key" ON "messages" USING btree ("key_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "support_messages_by_key";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "support_messages_by_key" ON "support_messages" USING btree ("key_id");
