CREATE TABLE "label_pictures" (
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "label_pictures_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_manuals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"language" text NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_manuals_one_a_language" UNIQUE("product_id","language"),
	CONSTRAINT "product_manuals_language" CHECK ("product_manuals"."language" in ('nl', 'fr', 'de', 'en')),
	CONSTRAINT "product_manuals_bytes" CHECK ("product_manuals"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "product_safety" ADD COLUMN "label_owner_id" uuid;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "is_whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "label_pictures" ADD CONSTRAINT "label_pictures_product_id_product_safety_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product_safety"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_manuals" ADD CONSTRAINT "product_manuals_product_id_product_safety_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product_safety"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_manuals_by_file" ON "product_manuals" USING btree ("storage_key");--> statement-breakpoint
create trigger label_pictures_changed after insert or update or delete or truncate on label_pictures
  for each statement execute function note_any_catalog_change();--> statement-breakpoint
create trigger product_manuals_changed after insert or update or delete or truncate on product_manuals
  for each statement execute function note_any_catalog_change();
