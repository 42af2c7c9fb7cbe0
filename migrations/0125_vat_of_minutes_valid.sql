ALTER TABLE "minute_entries" VALIDATE CONSTRAINT "minute_entries_vat_return";--> statement-breakpoint
ALTER TABLE "minute_entries" VALIDATE CONSTRAINT "minute_entries_sign";
