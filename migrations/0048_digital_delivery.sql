CREATE TABLE "digital_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"code" text NOT NULL,
	"order_item_id" uuid,
	"piece" integer,
	"sold_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_codes_once" UNIQUE("product_id","code"),
	CONSTRAINT "digital_codes_sold" CHECK (("digital_codes"."order_item_id" is null) = ("digital_codes"."piece" is null) and ("digital_codes"."order_item_id" is null) = ("digital_codes"."sold_at" is null)),
	CONSTRAINT "digital_codes_unsold" CHECK ("digital_codes"."order_item_id" is not null or ("digital_codes"."seen_at" is null and "digital_codes"."voided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "digital_deliveries" (
	"order_item_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"kind" text NOT NULL,
	"max_downloads" integer NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"last_download_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "digital_deliveries_kind" CHECK ("digital_deliveries"."kind" in ('FILES', 'CODES')),
	CONSTRAINT "digital_deliveries_downloads" CHECK ("digital_deliveries"."downloads" between 0 and "digital_deliveries"."max_downloads")
);
--> statement-breakpoint
CREATE TABLE "digital_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"storage_key" text NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_files_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "digital_files_bytes" CHECK ("digital_files"."bytes" between 1 and 2147483648),
	CONSTRAINT "digital_files_received" CHECK ("digital_files"."received" between 0 and "digital_files"."bytes"),
	CONSTRAINT "digital_files_ready" CHECK ("digital_files"."ready_at" is null or "digital_files"."received" = "digital_files"."bytes")
);
--> statement-breakpoint
CREATE TABLE "digital_products" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"max_downloads" integer DEFAULT 10 NOT NULL,
	"valid_days" integer DEFAULT 365 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_products_kind" CHECK ("digital_products"."kind" in ('FILES', 'CODES')),
	CONSTRAINT "digital_products_limits" CHECK ("digital_products"."max_downloads" > 0 and "digital_products"."valid_days" > 0)
);
--> statement-breakpoint
CREATE TABLE "download_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "digital_codes" ADD CONSTRAINT "digital_codes_product_id_digital_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."digital_products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_files" ADD CONSTRAINT "digital_files_product_id_digital_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."digital_products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_products" ADD CONSTRAINT "digital_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "digital_codes_one_a_piece" ON "digital_codes" USING btree ("order_item_id","piece") WHERE "digital_codes"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "digital_codes_by_line" ON "digital_codes" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "digital_codes_for_sale" ON "digital_codes" USING btree ("product_id","id") WHERE "digital_codes"."order_item_id" is null;--> statement-breakpoint
CREATE INDEX "digital_deliveries_order_id_index" ON "digital_deliveries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "digital_deliveries_user_id_index" ON "digital_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "digital_deliveries_product_id_index" ON "digital_deliveries" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "digital_files_product_id_created_at_index" ON "digital_files" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "download_tokens_order_id_index" ON "download_tokens" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "download_tokens_expires_at_index" ON "download_tokens" USING btree ("expires_at");--> statement-breakpoint
-- By hand: the tables of the orders are not named in shop/downloads/table.ts, because that slice is imported by the orders.
ALTER TABLE "digital_codes" ADD CONSTRAINT "digital_codes_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id");--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id");--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id");--> statement-breakpoint
ALTER TABLE "download_tokens" ADD CONSTRAINT "download_tokens_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id");
