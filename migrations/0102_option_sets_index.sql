DROP INDEX CONCURRENTLY IF EXISTS "products_listed_by_option_set";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_option_set" ON "products" USING btree ("option_set_id","category_id","price") WHERE "products"."is_active" and "products"."parent_id" is null;
