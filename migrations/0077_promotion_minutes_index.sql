DROP INDEX CONCURRENTLY IF EXISTS "minute_entries_given_once";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "minute_entries_given_once" ON "minute_entries" USING btree ("order_id","kind") WHERE "minute_entries"."order_id" is not null;
