-- What was compared of a closed quarter stays.
CREATE FUNCTION forbid_comparison_of_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "closed_periods" WHERE "quarter" = OLD.quarter) THEN
    RAISE EXCEPTION 'a comparison of a closed period' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_comparisons_of_open_period BEFORE UPDATE OR DELETE ON "payment_comparisons"
  FOR EACH ROW EXECUTE FUNCTION forbid_comparison_of_closed_period();
