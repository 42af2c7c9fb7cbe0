CREATE TABLE "consent_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"text_version" text NOT NULL,
	"analytics" boolean NOT NULL,
	"functional" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "content_ml" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "content_grams" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_on" date;--> statement-breakpoint
CREATE INDEX "consent_records_number_index" ON "consent_records" USING btree ("number");--> statement-breakpoint
CREATE INDEX "consent_records_created_at_index" ON "consent_records" USING btree ("created_at");--> statement-breakpoint
-- What an admin changes of the contents counts for the version, as what is changed of the other columns of a product.
create trigger products_version_of_content before update of content_ml, content_grams on products
  for each row execute function count_product_version();
