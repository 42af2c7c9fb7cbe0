-- A card lasts until the end of its last day in Brussels, as its mail says: those that were made before ended at the hour of their sale.
-- small: no released version sold gift cards
UPDATE "credit_accounts" SET "expires_at" =
  ((("expires_at" AT TIME ZONE 'Europe/Brussels')::date + 1)::timestamp AT TIME ZONE 'Europe/Brussels')
WHERE "kind" = 'GIFT_CARD' AND ("balance_cents" > 0 OR "expires_at" > now());
