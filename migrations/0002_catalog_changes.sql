CREATE TABLE "catalog_changes" (
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"product_id" uuid,
	"seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "products_by_price";--> statement-breakpoint
DROP INDEX "products_active_by_age";--> statement-breakpoint
CREATE INDEX "catalog_changes_transaction_id_index" ON "catalog_changes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id","category_id") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_active_by_age" ON "products" USING btree ("created_at","id","category_id","price") WHERE "products"."is_active";