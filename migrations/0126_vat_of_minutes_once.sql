DROP INDEX CONCURRENTLY IF EXISTS "minute_entries_vat_returned_once";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "minute_entries_vat_returned_once" ON "minute_entries" USING btree ("purchase_id") WHERE "minute_entries"."kind" = 'VAT_RETURN';
