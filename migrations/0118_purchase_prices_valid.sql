ALTER TABLE "products" VALIDATE CONSTRAINT "products_purchase_price";--> statement-breakpoint
ALTER TABLE "stock_entries" VALIDATE CONSTRAINT "stock_entries_unit_cost";
