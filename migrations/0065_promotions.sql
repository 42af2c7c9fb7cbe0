CREATE TABLE "promotion_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"discount_cents" integer NOT NULL,
	"is_once" boolean NOT NULL,
	"is_beyond_limit" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_uses_once_an_order" UNIQUE("order_id","promotion_id"),
	CONSTRAINT "promotion_uses_state" CHECK ("promotion_uses"."state" in ('HELD', 'REDEEMED', 'RELEASED')),
	CONSTRAINT "promotion_uses_discount" CHECK ("promotion_uses"."discount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"code" text,
	"kind" text NOT NULL,
	"percentage" integer,
	"amount_cents" integer,
	"buy_quantity" integer,
	"free_quantity" integer,
	"target" text DEFAULT 'EVERYTHING' NOT NULL,
	"target_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"minimum_cents" integer DEFAULT 0 NOT NULL,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"once_per_customer" boolean DEFAULT false NOT NULL,
	"max_uses" integer,
	"uses_taken" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"is_combinable" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_kind" CHECK (coalesce(case "promotions"."kind" when 'PERCENTAGE' then "promotions"."percentage" between 1 and 100
        when 'AMOUNT' then "promotions"."amount_cents" > 0
        when 'BUY_X_GET_Y' then "promotions"."buy_quantity" > 0 and "promotions"."free_quantity" > 0
        when 'FREE_TRACKING' then true else false end, false)),
	CONSTRAINT "promotions_target" CHECK ("promotions"."target" in ('EVERYTHING', 'CATEGORIES', 'PRODUCTS') and ("promotions"."target" = 'EVERYTHING') = (jsonb_array_length("promotions"."target_ids") = 0)),
	CONSTRAINT "promotions_limits" CHECK ("promotions"."minimum_cents" >= 0 and "promotions"."uses_taken" >= 0 and "promotions"."max_uses" > 0 and "promotions"."uses_taken" <= "promotions"."max_uses"),
	CONSTRAINT "promotions_period" CHECK ("promotions"."starts_at" < "promotions"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promotions" jsonb;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_once_a_customer" ON "promotion_uses" USING btree ("promotion_id","user_id") WHERE "promotion_uses"."is_once" and "promotion_uses"."state" <> 'RELEASED' and not "promotion_uses"."is_beyond_limit";--> statement-breakpoint
CREATE INDEX "promotion_uses_by_promotion" ON "promotion_uses" USING btree ("promotion_id","state");--> statement-breakpoint
CREATE INDEX "promotion_uses_by_user" ON "promotion_uses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_held" ON "promotion_uses" USING btree ("expires_at") WHERE "promotion_uses"."state" = 'HELD';--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("code") WHERE "promotions"."code" is not null;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount" CHECK ("order_items"."discount" between 0 and "order_items"."quantity" * "order_items"."price_per_item") NOT VALID;