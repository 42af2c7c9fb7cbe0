-- What can be bought of each product, for who sorts the shelf by it. A sale that was held before changes nothing here.
create function keep_product_level() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_levels (product_id, available) values (new.id, new.stock - new.reserved_stock);
  elsif new.stock - new.reserved_stock <> old.stock - old.reserved_stock then
    update product_levels set available = new.stock - new.reserved_stock where product_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger products_level after insert or update of stock, reserved_stock on products
  for each row execute function keep_product_level();
--> statement-breakpoint
insert into product_levels (product_id, available) select id, stock - reserved_stock from products;
--> statement-breakpoint
-- Whoever changes what a product is, by whatever statement: who read it before must be told when they change it as well.
create function count_product_version() returns trigger language plpgsql as $$
declare
  was products := old;
begin
  was.version := new.version;
  was.search := new.search;
  was.naming := new.naming;
  was.stock := new.stock;
  was.reserved_stock := new.reserved_stock;
  if new is distinct from was then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger products_version before update of sku, slug, name, description, price, shipping_cost, image_url, images,
  category_id, is_active, show_shipping_options, show_comments_field, hygiene_sealed, weight, length, width, height
  on products for each row execute function count_product_version();
