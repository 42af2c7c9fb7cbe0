-- Products that no link could open: named as a route or an id is, or with a slug longer than the router takes. The end of their id makes
-- the new slug unique.
update products set slug = rtrim(left(slug, 80), '-') || '-' || right(id::text, 12)
where length(slug) not between 1 and 100 or slug = 'search'
  or slug ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_slug" CHECK (length("products"."slug") between 1 and 100 and "products"."slug" <> 'search'
        and "products"."slug" !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');