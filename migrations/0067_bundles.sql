ALTER TABLE "promotions" DROP CONSTRAINT "promotions_kind";--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_kind" CHECK (coalesce(case "promotions"."kind" when 'PERCENTAGE' then "promotions"."percentage" between 1 and 100
        when 'AMOUNT' then "promotions"."amount_cents" > 0
        when 'BUNDLE' then "promotions"."percentage" between 1 and 100 and "promotions"."target" = 'PRODUCTS'
          and jsonb_array_length("promotions"."target_ids") between 2 and 4
        when 'BUY_X_GET_Y' then "promotions"."buy_quantity" > 0 and "promotions"."free_quantity" > 0
        when 'FREE_TRACKING' then true else false end, false)) NOT VALID;