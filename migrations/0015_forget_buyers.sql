-- Of an invoice only the buyer may go, once, and only of someone whose account is erased; all else stays as it was issued.
CREATE FUNCTION forbid_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'content' = to_jsonb(OLD) - 'content'
    AND NEW.content = jsonb_set(OLD.content, '{buyer}', '[]')
    AND EXISTS (SELECT FROM "users" WHERE "id" = OLD.user_id AND "erased_at" IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
DROP TRIGGER invoices_append_only ON "invoices";
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE DELETE OR TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER invoices_unchanged BEFORE UPDATE ON "invoices"
  FOR EACH ROW EXECUTE FUNCTION forbid_change_of_invoice();
