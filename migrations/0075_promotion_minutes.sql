ALTER TABLE "promotion_uses" DROP CONSTRAINT "promotion_uses_discount";--> statement-breakpoint
ALTER TABLE "promotions" DROP CONSTRAINT "promotions_kind";--> statement-breakpoint
ALTER TABLE "minute_entries" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_gift_return" CHECK ("minute_entries"."kind" <> 'GIFT_RETURN' or ("minute_entries"."minutes" < 0 and "minute_entries"."order_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_discount" CHECK ("promotion_uses"."discount_cents" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_kind" CHECK (coalesce(case "promotions"."kind" when 'PERCENTAGE' then "promotions"."percentage" between 1 and 100
        when 'AMOUNT' then "promotions"."amount_cents" > 0
        when 'BUNDLE' then "promotions"."percentage" between 1 and 100 and "promotions"."target" = 'PRODUCTS'
          and jsonb_array_length("promotions"."target_ids") between 2 and 4
        when 'BUY_X_GET_Y' then "promotions"."buy_quantity" > 0 and "promotions"."free_quantity" > 0
        when 'MINUTES' then "promotions"."minutes" between 1 and 600
        when 'FREE_TRACKING' then true else false end, false)) NOT VALID;