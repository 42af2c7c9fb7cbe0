CREATE TABLE "product_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"sale_cents" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'PLANNED' NOT NULL,
	"due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case "product_sales"."state" when 'PLANNED' then "product_sales"."starts_at" when 'RUNNING' then "product_sales"."ends_at" end) STORED,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_sales_price" CHECK ("product_sales"."sale_cents" >= 0),
	CONSTRAINT "product_sales_period" CHECK ("product_sales"."starts_at" < "product_sales"."ends_at"),
	CONSTRAINT "product_sales_state" CHECK ("product_sales"."state" in ('PLANNED', 'RUNNING', 'ENDED', 'CANCELLED'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "regular_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "prior_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_sales_open" ON "product_sales" USING btree ("product_id") WHERE "product_sales"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "product_sales_due" ON "product_sales" USING btree ("due_at") WHERE "product_sales"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sale_price" CHECK (num_nulls("products"."regular_price", "products"."sale_ends_at") in (0, 2)
        and coalesce("products"."regular_price" > "products"."price", "products"."prior_price" is null)
        and coalesce("products"."prior_price" > "products"."price", true)) NOT VALID;