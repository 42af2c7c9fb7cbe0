CREATE TABLE "back_in_stock_levels" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "back_in_stock_requests" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "back_in_stock_requests_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "cart_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "changed_prices" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"old_cents" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "cart_reminders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD COLUMN "told_cents" integer;--> statement-breakpoint
ALTER TABLE "back_in_stock_levels" ADD CONSTRAINT "back_in_stock_levels_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock_requests" ADD CONSTRAINT "back_in_stock_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock_requests" ADD CONSTRAINT "back_in_stock_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_changes" ADD CONSTRAINT "cart_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changed_prices" ADD CONSTRAINT "changed_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "back_in_stock_requests_in_order" ON "back_in_stock_requests" USING btree ("product_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "cart_changes_to_decide" ON "cart_changes" USING btree ("changed_at") WHERE "cart_changes"."decided_at" is null;--> statement-breakpoint
-- What is sold was not there to be told of: only what comes after it is.
create function note_lower_level() returns trigger language plpgsql as $$
begin
  update back_in_stock_levels set seen = greatest(new.available, 0)
  where product_id = new.product_id and seen > greatest(new.available, 0);
  return null;
end $$;
--> statement-breakpoint
create trigger product_levels_lower after update on product_levels
  for each row when (new.available < old.available) execute function note_lower_level();
--> statement-breakpoint
-- Of those who want to be reminded of a cart: when it changed last.
create function note_cart_change() returns trigger language plpgsql as $$
begin
  insert into cart_changes (user_id, changed_at)
  select id, now() from users where id = coalesce(new.user_id, old.user_id) and cart_reminders
  on conflict (user_id) do update set changed_at = excluded.changed_at, decided_at = null;
  return null;
end $$;
--> statement-breakpoint
create trigger cart_items_changed after insert or update or delete on cart_items
  for each row execute function note_cart_change();
