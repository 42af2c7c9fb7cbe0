DROP INDEX CONCURRENTLY IF EXISTS "invoices_by_tax_point";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_tax_point" ON "invoices" USING btree (coalesce("tax_point_at", "issued_at"));
