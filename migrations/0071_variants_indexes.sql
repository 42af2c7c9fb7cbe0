DROP INDEX CONCURRENTLY IF EXISTS "products_listed_search";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_search" ON "products" USING gin ("search") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_listed_by_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_price" ON "products" USING btree ("price","id","category_id") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_listed_by_category";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_category" ON "products" USING btree ("category_id","price") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_listed_by_age";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_age" ON "products" USING btree ("created_at","id","category_id","price") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_listed_facets";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_facets" ON "products" USING gin ("option_facets") WHERE "products"."is_active" and "products"."parent_id" is null and "products"."options" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_main_by_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_main_by_name" ON "products" USING btree ("name" collate "und-x-icu","id") WHERE "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_main_by_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_main_by_price" ON "products" USING btree ("price","id") WHERE "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_main_by_age";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_main_by_age" ON "products" USING btree ("created_at","id","naming") WHERE "products"."parent_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_variants";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "products_variants" ON "products" USING btree ("parent_id","option_values") WHERE "products"."parent_id" is not null;
