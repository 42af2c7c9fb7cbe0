-- Every transaction that changes what the catalogue shows leaves a note, which a node looks for before it trusts its
-- memory. A change of stock or rating names its product; anything else, whatever it is, counts for everything.
create function note_any_catalog_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (product_id)
  select null where not exists (
    select from catalog_changes where transaction_id = pg_current_xact_id() and product_id is null
  );
  return null;
end $$;
--> statement-breakpoint
create function note_product_change() returns trigger language plpgsql as $$
declare
  changed uuid := old.id;
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
      and noted.product_id is not distinct from changed
  );
  return null;
end $$;
--> statement-breakpoint
create trigger products_changed after update on products for each row execute function note_product_change();
--> statement-breakpoint
create trigger products_came_or_went after insert or delete or truncate on products
  for each statement execute function note_any_catalog_change();
--> statement-breakpoint
create trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function note_any_catalog_change();
