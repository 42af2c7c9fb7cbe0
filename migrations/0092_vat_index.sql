DROP INDEX CONCURRENTLY IF EXISTS "invoices_by_issue";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_issue" ON "invoices" USING btree ("issued_at");
