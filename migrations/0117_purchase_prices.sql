ALTER TABLE "products" ADD COLUMN "purchase_price" integer;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "unit_cost" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_purchase_price" CHECK ("products"."purchase_price" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_unit_cost" CHECK ("stock_entries"."unit_cost" is null or ("stock_entries"."unit_cost" >= 0 and "stock_entries"."pieces" > 0)) NOT VALID;--> statement-breakpoint
create trigger products_version_of_purchase_price before update of purchase_price on products
  for each row execute function count_product_version();
