-- An invoice that replaces the first one of a purchase may stand beside it. Until the index is there again, the lock on the series keeps
-- a purchase from getting two first ones.
DROP INDEX CONCURRENTLY IF EXISTS "invoices_one_a_subject";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "invoices_one_a_subject" ON "invoices" USING btree ("subject_id") WHERE "invoices"."kind" = 'INVOICE' and "invoices"."corrects" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invoices_one_correction";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "invoices_one_correction" ON "invoices" USING btree ("corrects") WHERE "invoices"."corrects" is not null;
