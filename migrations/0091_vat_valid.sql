ALTER TABLE "products" VALIDATE CONSTRAINT "products_tax_class";
