DROP INDEX CONCURRENTLY IF EXISTS "users_listed_by_age";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_listed_by_age" ON "users" USING btree ("created_at","id") WHERE "users"."erased_at" is null and ("users"."role" <> 'GUEST' or "users"."guest_email" is not null);
