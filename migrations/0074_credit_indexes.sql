DROP INDEX CONCURRENTLY IF EXISTS "refunds_by_request";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_by_request" ON "refunds" USING btree ("request_id");
