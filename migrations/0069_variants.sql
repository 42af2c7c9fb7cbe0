ALTER TABLE "products" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "option_values" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "option_facets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "base_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "max_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "follows_price" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_parent_id_products_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_options" CHECK (case when "products"."options" is null then "products"."base_price" is null and "products"."max_price" is null
        else "products"."parent_id" is null and "products"."base_price" >= 0 and jsonb_array_length("products"."options") between 1 and 3 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_variant" CHECK (cardinality("products"."option_values") between ("products"."parent_id" is not null)::int and 3 * ("products"."parent_id" is not null)::int) NOT VALID;
--> statement-breakpoint
-- The prices of a product with variants are those of its cheapest active variant, whoever changes what. Whoever changes variants locks
-- their products first: it is locked here too, in a statement of its own, so that the next one sees what others have changed.
create function follow_variants(product uuid) returns void language plpgsql as $$
declare
  was int;
begin
  select price into was from products where id = product and options is not null for no key update;
  if not found then
    return;
  end if;
  with active as materialized (
    select id, price, regular_price, prior_price, sale_ends_at, position, option_values
    from products where parent_id = product and is_active
  ), cheapest as (
    select price, regular_price, prior_price, sale_ends_at from active order by price, position, id limit 1
  ), used as (
    select distinct place, value from active, unnest(option_values) with ordinality as own(value, place)
  ), summary as (
    select coalesce(cheapest.price, p.base_price) as price, cheapest.regular_price, cheapest.prior_price, cheapest.sale_ends_at,
      (select nullif(max(active.price), min(active.price)) from active) as max_price,
      array(
        select option ->> 'name' || ':' || own.value
        from jsonb_array_elements(p.options) with ordinality as options(option, place),
          jsonb_array_elements_text(option -> 'values') with ordinality as own(value, rank)
        where (options.place, own.value) in (select place, value from used)
        order by options.place, own.rank
      ) as facets
    from products p left join cheapest on true where p.id = product
  )
  update products p
  set price = s.price, regular_price = s.regular_price, prior_price = s.prior_price, sale_ends_at = s.sale_ends_at,
    max_price = s.max_price, option_facets = s.facets
  from summary s
  where p.id = product and (p.price, p.regular_price, p.prior_price, p.sale_ends_at, p.max_price, p.option_facets)
    is distinct from (s.price, s.regular_price, s.prior_price, s.sale_ends_at, s.max_price, s.facets);
  -- For the wishlists that have the product itself.
  insert into changed_prices as noted (product_id, old_cents)
  select id, was from products where id = product and price <> was
  on conflict (product_id) do update set old_cents = greatest(noted.old_cents, excluded.old_cents);
end $$;
--> statement-breakpoint
create function note_added_variants() returns trigger language plpgsql as $$
begin
  perform follow_variants(parent_id)
  from (select distinct parent_id from added where parent_id is not null order by parent_id) as parents;
  return null;
end $$;
--> statement-breakpoint
create function note_variant_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.parent_id is not null then
    perform follow_variants(new.parent_id);
  end if;
  if old.parent_id is not null and (tg_op = 'DELETE' or new.parent_id is distinct from old.parent_id) then
    perform follow_variants(old.parent_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger products_variants_added after insert on products
  referencing new table as added for each statement execute function note_added_variants();
--> statement-breakpoint
create trigger products_variant_removed after delete on products
  for each row when (old.parent_id is not null) execute function note_variant_change();
--> statement-breakpoint
create trigger products_variant_changed after update of parent_id, price, regular_price, prior_price, sale_ends_at, is_active,
  position, option_values on products
  for each row when (
    (old.parent_id is not null or new.parent_id is not null)
    and (old.parent_id, old.price, old.regular_price, old.prior_price, old.sale_ends_at, old.is_active, old.position, old.option_values)
      is distinct from
      (new.parent_id, new.price, new.regular_price, new.prior_price, new.sale_ends_at, new.is_active, new.position, new.option_values)
  ) execute function note_variant_change();
--> statement-breakpoint
-- What can be sold has a level: a product with variants has none, so that lists by stock are of what is sold.
create function note_options_change() returns trigger language plpgsql as $$
begin
  if new.options is null then
    insert into product_levels (product_id, available) values (new.id, new.stock - new.reserved_stock) on conflict do nothing;
  else
    delete from product_levels where product_id = new.id;
    perform follow_variants(new.id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger products_options_changed after update of options, base_price on products
  for each row when ((old.options, old.base_price) is distinct from (new.options, new.base_price))
  execute function note_options_change();
--> statement-breakpoint
create or replace function keep_product_level() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.options is null then
      insert into product_levels (product_id, available) values (new.id, new.stock - new.reserved_stock);
    end if;
  elsif new.stock - new.reserved_stock <> old.stock - old.reserved_stock then
    update product_levels set available = new.stock - new.reserved_stock where product_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A product shows the stock of its variants: a change of theirs is one of the product.
create or replace function note_product_change() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(old.parent_id, old.id);
begin
  new.stock := old.stock;
  new.reserved_stock := old.reserved_stock;
  new.review_count := old.review_count;
  new.rating_sum := old.rating_sum;
  -- A column that is added later so counts as a change of everything until someone says otherwise here.
  if new is distinct from old then
    changed := null;
  end if;
  insert into catalog_changes (product_id)
  select changed where not exists (
    select from catalog_changes noted
    where noted.transaction_id = pg_current_xact_id()
      and (noted.product_id is null or noted.product_id = changed)
  );
  return null;
end $$;
--> statement-breakpoint
-- What an admin changes of variants counts as well; what a trigger maintains does not.
create or replace function count_product_version() returns trigger language plpgsql as $$
declare
  was products := old;
begin
  was.version := new.version;
  was.search := new.search;
  was.naming := new.naming;
  was.stock := new.stock;
  was.reserved_stock := new.reserved_stock;
  was.max_price := new.max_price;
  was.option_facets := new.option_facets;
  if new is distinct from was then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger products_version_of_variants before update of parent_id, options, option_values, position, base_price, follows_price,
  barcode on products for each row execute function count_product_version();
