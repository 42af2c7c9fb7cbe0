-- What is in the books is never changed: a mistake is put right by a further entry.
CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER minute_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "minute_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
