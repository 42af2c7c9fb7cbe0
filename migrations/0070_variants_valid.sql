ALTER TABLE "products" VALIDATE CONSTRAINT "products_parent_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_options";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_variant";
