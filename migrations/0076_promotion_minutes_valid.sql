ALTER TABLE "minute_entries" VALIDATE CONSTRAINT "minute_entries_gift_return";--> statement-breakpoint
ALTER TABLE "promotion_uses" VALIDATE CONSTRAINT "promotion_uses_discount";--> statement-breakpoint
ALTER TABLE "promotions" VALIDATE CONSTRAINT "promotions_kind";
