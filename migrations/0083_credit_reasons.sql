-- Of an entry only its reason may go, and only of someone whose account is erased: a person wrote it, and may have named them.
CREATE FUNCTION forbid_change_of_credit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason'
    AND NEW.reason = ''
    AND EXISTS (
      SELECT FROM "credit_accounts" a JOIN "users" u ON u.id = a.user_id
      WHERE a.id = OLD.account_id AND u.erased_at IS NOT NULL
    )
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER credit_entries_append_only BEFORE DELETE OR TRUNCATE ON "credit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER credit_entries_unchanged BEFORE UPDATE ON "credit_entries"
  FOR EACH ROW EXECUTE FUNCTION forbid_change_of_credit_entry();
