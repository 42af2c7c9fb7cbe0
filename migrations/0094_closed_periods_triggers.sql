-- A closed quarter stays as it is: its reports, and what was invoiced in it.
CREATE TRIGGER closed_periods_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "closed_periods"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER closed_reports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "closed_reports"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE FUNCTION forbid_invoice_in_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "closed_periods" WHERE "starts_at" <= NEW.issued_at AND NEW.issued_at < "ends_at") THEN
    RAISE EXCEPTION 'an invoice dated in a closed period' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_in_open_period BEFORE INSERT ON "invoices"
  FOR EACH ROW EXECUTE FUNCTION forbid_invoice_in_closed_period();
