ALTER TABLE "products" ALTER COLUMN "naming" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "search" DROP EXPRESSION;--> statement-breakpoint
create function set_product_search() returns trigger language plpgsql as $$
declare
  accented constant text := 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ';
  plain constant text := 'aaaaaaceeeeiiiinooooouuuuyy';
begin
  new.naming := translate(lower(' ' || new.sku || ' ' || new.name), accented, plain);
  new.search := setweight(to_tsvector('dutch', translate(lower(new.name), accented, plain)), 'A')
    || setweight(to_tsvector('dutch', translate(lower(new.description), accented, plain)), 'C');
  return new;
end $$;
--> statement-breakpoint
create trigger products_search_text before insert or update of sku, name, description on products
  for each row execute function set_product_search();
