-- Of an invoice only the buyer may go, with the name and number of a business, and only of someone whose account is erased. The first form
-- is that of the version before.
CREATE OR REPLACE FUNCTION forbid_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'content' = to_jsonb(OLD) - 'content'
    AND NEW.content IN (
      jsonb_set(OLD.content, '{buyer}', '[]'),
      jsonb_set(OLD.content, '{buyer}', '[]') #- '{vat,business}'
    )
    AND EXISTS (SELECT FROM "users" WHERE "id" = OLD.user_id AND "erased_at" IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
