CREATE TABLE "vat_rates" (
	"country" text NOT NULL,
	"tax_class" text NOT NULL,
	"valid_from" date NOT NULL,
	"basis_points" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vat_rates_country_tax_class_valid_from_pk" PRIMARY KEY("country","tax_class","valid_from"),
	CONSTRAINT "vat_rates_class" CHECK ("vat_rates"."tax_class" in ('STANDARD', 'BOOKS')),
	CONSTRAINT "vat_rates_amount" CHECK ("vat_rates"."basis_points" between 0 and 5000)
);
--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD COLUMN "vat" jsonb;--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD COLUMN "vat" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "class_cents" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_class" text DEFAULT 'STANDARD' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vat" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_tax_class" CHECK ("products"."tax_class" in ('STANDARD', 'BOOKS', 'EXEMPT')) NOT VALID;
--> statement-breakpoint
-- Whoever read a product before its tax class changed is told when they change it as well.
create trigger products_version_of_tax_class before update of tax_class on products
  for each row execute function count_product_version();
