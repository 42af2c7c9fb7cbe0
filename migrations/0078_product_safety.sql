CREATE TABLE "economic_operators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"electronic_address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "economic_operators_country" CHECK ("economic_operators"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "product_safety" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"manufacturer_id" uuid NOT NULL,
	"responsible_person_id" uuid,
	"model" text NOT NULL,
	"warnings" text,
	"warnings_fr" text,
	"materials" text,
	"radio" text,
	"battery" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_manufacturer_id_economic_operators_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."economic_operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_responsible_person_id_economic_operators_id_fk" FOREIGN KEY ("responsible_person_id") REFERENCES "public"."economic_operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_safety_manufacturer_id_index" ON "product_safety" USING btree ("manufacturer_id");--> statement-breakpoint
CREATE INDEX "product_safety_responsible_person_id_index" ON "product_safety" USING btree ("responsible_person_id");--> statement-breakpoint
create trigger product_safety_changed after insert or update or delete or truncate on product_safety
  for each statement execute function note_any_catalog_change();--> statement-breakpoint
create trigger economic_operators_changed after update on economic_operators
  for each statement execute function note_any_catalog_change();
