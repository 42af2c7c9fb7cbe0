CREATE TABLE "product_levels" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"available" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"address" text,
	"problem" text,
	"owner_id" uuid,
	"place" integer,
	"unowned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_address_unique" UNIQUE("address"),
	CONSTRAINT "pictures_ready" CHECK (("pictures"."status" = 'READY') = ("pictures"."address" is not null)),
	CONSTRAINT "pictures_owned" CHECK (("pictures"."owner_id" is null) = ("pictures"."unowned_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "naming" text GENERATED ALWAYS AS (translate(lower((' ' || "products"."sku" || ' ' || "products"."name")), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')) STORED;--> statement-breakpoint
ALTER TABLE "product_levels" ADD CONSTRAINT "product_levels_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_levels_by_available" ON "product_levels" USING btree ("available","product_id");--> statement-breakpoint
CREATE INDEX "pictures_by_owner" ON "pictures" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "pictures_unowned" ON "pictures" USING btree ("unowned_at") WHERE "pictures"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "products_all_by_price" ON "products" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "products_all_by_age" ON "products" USING btree ("created_at","id","naming");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_inactive" ON "products" USING btree ("created_at","id") WHERE not "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_naming" ON "products" USING gin ("naming" gin_trgm_ops);