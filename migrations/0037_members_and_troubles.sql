CREATE TABLE "toy_troubles" (
	"call" text NOT NULL,
	"code" integer NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "toy_troubles_call_code_pk" PRIMARY KEY("call","code"),
	CONSTRAINT "toy_troubles_call" CHECK ("toy_troubles"."call" in ('PAIR', 'RUN', 'STOP')),
	CONSTRAINT "toy_troubles_count" CHECK ("toy_troubles"."count" > 0)
);
--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","created_at","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (("display_name" collate "und-x-icu"),"id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_minutes" ON "users" USING btree ("minutes_balance","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
-- Of an entry only its reason may go, and only of someone whose account is erased: a person wrote it, and may have named them.
CREATE FUNCTION forbid_change_of_minute_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason'
    AND NEW.reason IS NULL
    AND EXISTS (SELECT FROM "users" WHERE "id" = OLD.user_id AND "erased_at" IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
DROP TRIGGER minute_entries_append_only ON "minute_entries";
--> statement-breakpoint
CREATE TRIGGER minute_entries_append_only BEFORE DELETE OR TRUNCATE ON "minute_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER minute_entries_unchanged BEFORE UPDATE ON "minute_entries"
  FOR EACH ROW EXECUTE FUNCTION forbid_change_of_minute_entry();
