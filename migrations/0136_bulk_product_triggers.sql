-- The levels of products that are added together, in one statement instead of one for each.
create function add_product_levels() returns trigger language plpgsql as $$
begin
  insert into product_levels (product_id, available) select id, stock - reserved_stock from added where options is null;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger products_level after update of stock, reserved_stock on products
  for each row execute function keep_product_level();
--> statement-breakpoint
create trigger products_added_levels after insert on products
  referencing new table as added for each statement execute function add_product_levels();
--> statement-breakpoint
create or replace function keep_product_level() returns trigger language plpgsql as $$
begin
  if new.stock - new.reserved_stock <> old.stock - old.reserved_stock then
    update product_levels set available = new.stock - new.reserved_stock where product_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function note_product_change() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(old.parent_id, old.id);
begin
  -- A transaction that has recorded a change of everything says so, for itself alone.
  if current_setting('gloed.whole_catalog_changed', true) = 'on' then
    return null;
  end if;
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
