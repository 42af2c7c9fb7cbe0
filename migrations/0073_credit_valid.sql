ALTER TABLE "minute_purchases" VALIDATE CONSTRAINT "minute_purchases_credit";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_destination";--> statement-breakpoint
ALTER TABLE "digital_deliveries" VALIDATE CONSTRAINT "digital_deliveries_kind";--> statement-breakpoint
ALTER TABLE "digital_products" VALIDATE CONSTRAINT "digital_products_kind";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_credit";
