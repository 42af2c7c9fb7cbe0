CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_single" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gifts_price" CHECK ("gifts"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "wishlist_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wishlist_item_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"gift_name" text NOT NULL,
	"amount" integer NOT NULL,
	"is_single" boolean NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"buyer_name" text,
	"payment_id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "wishlist_purchases_amount" CHECK ("wishlist_purchases"."amount" > 0),
	CONSTRAINT "wishlist_purchases_anonymous" CHECK (not "wishlist_purchases"."is_anonymous" or "wishlist_purchases"."buyer_name" is null),
	CONSTRAINT "wishlist_purchases_status" CHECK ("wishlist_purchases"."status" in ('PENDING', 'PAID', 'CANCELLED', 'REFUNDED')),
	CONSTRAINT "wishlist_purchases_paid" CHECK (("wishlist_purchases"."status" in ('PAID', 'REFUNDED')) = ("wishlist_purchases"."paid_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_kind";--> statement-breakpoint
DROP INDEX "reviews_by_age";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "rejected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD CONSTRAINT "wishlist_purchases_wishlist_item_id_gifts_id_fk" FOREIGN KEY ("wishlist_item_id") REFERENCES "public"."gifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD CONSTRAINT "wishlist_purchases_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD CONSTRAINT "wishlist_purchases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_by_place" ON "gifts" USING btree ("position","created_at");--> statement-breakpoint
CREATE INDEX "gifts_owner_id_index" ON "gifts" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_purchases_single" ON "wishlist_purchases" USING btree ("wishlist_item_id") WHERE "wishlist_purchases"."is_single" and "wishlist_purchases"."status" in ('PENDING', 'PAID');--> statement-breakpoint
CREATE INDEX "wishlist_purchases_by_gift" ON "wishlist_purchases" USING btree ("wishlist_item_id","status","created_at");--> statement-breakpoint
CREATE INDEX "wishlist_purchases_by_age" ON "wishlist_purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wishlist_purchases_by_status" ON "wishlist_purchases" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "wishlist_purchases_buyer_id_index" ON "wishlist_purchases" USING btree ("buyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_purchases_one_a_payment" ON "wishlist_purchases" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "reviews_to_moderate" ON "reviews" USING btree (("approved_at" is null and "rejected_at" is null),"created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("created_at","id") WHERE ("reviews"."approved_at" is null and "reviews"."rejected_at" is null);--> statement-breakpoint
CREATE INDEX "reviews_approved" ON "reviews" USING btree ("created_at","id") WHERE "reviews"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_rejected" ON "reviews" USING btree ("created_at","id") WHERE "reviews"."rejected_at" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('ORDER', 'MINUTES', 'GIFT'));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_decided_once" CHECK ("reviews"."approved_at" is null or "reviews"."rejected_at" is null);