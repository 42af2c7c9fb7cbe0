-- What was there and what was sold before the book was opened.
INSERT INTO "stock_entries" ("product_id", "kind", "pieces", "order_id", "reason")
SELECT i."product_id", 'SALE', -sum(i."quantity"), i."order_id", 'opening'
FROM "order_items" i JOIN "orders" o ON o."id" = i."order_id"
WHERE o."paid_at" IS NOT NULL
GROUP BY i."product_id", i."order_id";
--> statement-breakpoint
INSERT INTO "stock_entries" ("product_id", "kind", "pieces", "reason")
SELECT p."id", 'INTAKE', p."stock" - coalesce(sum(e."pieces"), 0), 'opening'
FROM "products" p LEFT JOIN "stock_entries" e ON e."product_id" = p."id"
GROUP BY p."id" HAVING p."stock" - coalesce(sum(e."pieces"), 0) > 0;
--> statement-breakpoint
CREATE TRIGGER stock_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "stock_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
