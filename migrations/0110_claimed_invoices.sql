-- An invoice goes along to the account that claims the order of a guest, as in 0080; 0108 had left that out.
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
  IF to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
    AND EXISTS (
      SELECT FROM "users" guest JOIN "users" account ON account.id = NEW.user_id
      WHERE guest.id = OLD.user_id AND guest.role = 'GUEST' AND account.email = guest.guest_email
    )
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
