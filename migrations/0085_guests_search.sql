DROP INDEX CONCURRENTLY IF EXISTS "users_guest_email_trigrams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_guest_email_trigrams" ON "users" USING gin ("guest_email" gin_trgm_ops) WHERE "users"."guest_email" is not null;
