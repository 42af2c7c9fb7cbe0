CREATE TABLE "option_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "option_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" uuid NOT NULL,
	"facets" text[] NOT NULL,
	"variants" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "option_set_id" integer;--> statement-breakpoint
CREATE INDEX "option_sets_digest" ON "option_sets" USING btree ("digest");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_option_set_id_option_sets_id_fk" FOREIGN KEY ("option_set_id") REFERENCES "public"."option_sets"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- A set that no product had yet: of each active variant, the places of its facets among those of its product.
create function add_option_set(product uuid) returns int language sql as $$
  insert into option_sets (digest, facets, variants)
  select md5(p.option_facets::text || string_agg(v.option_values::text, '' order by v.option_values))::uuid, p.option_facets,
    jsonb_agg((
      select coalesce(jsonb_agg(array_position(p.option_facets, facet) order by place), '[]')
      from unnest(v.option_values) with ordinality as own(value, place),
        lateral (select p.options -> (place - 1)::int ->> 'name' || ':' || value as facet) as named
      where facet = any (p.option_facets)
    ) order by v.option_values)
  from products p join products v on v.parent_id = p.id and v.is_active
  where p.id = product group by p.id
  returning id
$$;
--> statement-breakpoint
-- As before, and unless only prices may have changed also the set of what the product can be chosen in. Sets are not unique, so that
-- transactions that write the same one do not wait for each other.
create function follow_variants(product uuid, has_other_variants boolean) returns void language plpgsql as $$
declare
  was int;
begin
  select price into was from products where id = product and options is not null for no key update;
  if not found then
    return;
  end if;
  -- Two statements, because one with the parameter in it would be planned at every call.
  if not has_other_variants then
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
  else
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
        ) as facets,
        (select string_agg(option_values::text, '' order by option_values) from active) as own
      from products p left join cheapest on true where p.id = product
    ), known as (
      select *, (
        select id from option_sets where digest = md5(summary.facets::text || summary.own)::uuid order by id limit 1
      ) as set_id
      from summary
    )
    update products p
    set price = s.price, regular_price = s.regular_price, prior_price = s.prior_price, sale_ends_at = s.sale_ends_at,
      max_price = s.max_price, option_facets = s.facets, option_set_id = s.set_id
    from known s
    where p.id = product and (p.price, p.regular_price, p.prior_price, p.sale_ends_at, p.max_price, p.option_facets, p.option_set_id)
      is distinct from (s.price, s.regular_price, s.prior_price, s.sale_ends_at, s.max_price, s.facets, s.set_id);
    update products set option_set_id = add_option_set(id)
    where id = product and option_set_id is null and option_facets <> '{}';
  end if;
  -- For the wishlists that have the product itself.
  insert into changed_prices as noted (product_id, old_cents)
  select id, was from products where id = product and price <> was
  on conflict (product_id) do update set old_cents = greatest(noted.old_cents, excluded.old_cents);
end $$;
--> statement-breakpoint
create or replace function follow_variants(product uuid) returns void language sql as $$
  select follow_variants(product, true)
$$;
--> statement-breakpoint
create or replace function note_variant_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.parent_id is not null then
    perform follow_variants(
      new.parent_id,
      (old.parent_id, old.is_active, old.option_values) is distinct from (new.parent_id, new.is_active, new.option_values)
    );
  end if;
  if old.parent_id is not null and (tg_op = 'DELETE' or new.parent_id is distinct from old.parent_id) then
    perform follow_variants(old.parent_id, true);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function note_options_change() returns trigger language plpgsql as $$
begin
  if new.options is null then
    update products set option_set_id = null where id = new.id and option_set_id is not null;
    insert into product_levels (product_id, available) values (new.id, new.stock - new.reserved_stock) on conflict do nothing;
  else
    delete from product_levels where product_id = new.id;
    perform follow_variants(new.id, old.options is distinct from new.options);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- The set is maintained by a trigger as well.
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
  was.option_set_id := new.option_set_id;
  if new is distinct from was then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
--> statement-breakpoint
-- small: no released version has products with variants
select follow_variants(id, true) from products where options is not null order by id;
