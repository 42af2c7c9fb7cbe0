DROP INDEX CONCURRENTLY IF EXISTS "users_by_guest_email";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_guest_email" ON "users" USING btree ("guest_email") WHERE "users"."guest_email" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_of_guests";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_of_guests" ON "users" USING btree ("guest_until") WHERE "users"."role" = 'GUEST';
