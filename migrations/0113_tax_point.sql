ALTER TABLE "invoices" ADD COLUMN "tax_point_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tax_point" CHECK ("invoices"."tax_point_at" <= "invoices"."issued_at") NOT VALID;--> statement-breakpoint
-- A closed quarter takes no invoice that is dated in it, and none whose VAT would be declared in it.
CREATE OR REPLACE FUNCTION forbid_invoice_in_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "closed_periods"
    WHERE ("starts_at" <= NEW.issued_at AND NEW.issued_at < "ends_at")
      OR ("starts_at" <= NEW.tax_point_at AND NEW.tax_point_at < "ends_at")
  ) THEN
    RAISE EXCEPTION 'an invoice dated in a closed period' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
