ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_tax_point";
