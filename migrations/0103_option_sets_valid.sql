ALTER TABLE "products" VALIDATE CONSTRAINT "products_option_set_id_option_sets_id_fk";
