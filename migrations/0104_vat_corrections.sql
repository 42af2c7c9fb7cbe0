ALTER TABLE "invoices" ADD COLUMN "corrects" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "vat_returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_invoices_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects" CHECK ("invoices"."corrects" is null or "invoices"."kind" = 'INVOICE') NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_vat_returned" CHECK ("order_items"."vat_returned" between 0 and "order_items"."quantity" * "order_items"."price_per_item" - "order_items"."discount") NOT VALID;
