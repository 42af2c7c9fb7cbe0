DROP INDEX CONCURRENTLY IF EXISTS "content_reports_one_a_visitor";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "content_reports_one_a_visitor" ON "content_reports" USING btree ("case_id","email") WHERE "content_reports"."reporter_id" is null and "content_reports"."email" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "content_cases_by_content";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "content_cases_by_content" ON "content_cases" USING btree ("kind","content_id");
