ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_corrects_invoices_id_fk";--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_corrects";--> statement-breakpoint
ALTER TABLE "order_items" VALIDATE CONSTRAINT "order_items_vat_returned";
