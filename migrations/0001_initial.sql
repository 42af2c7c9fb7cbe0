CREATE TABLE "login_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"role" text DEFAULT 'USER' NOT NULL,
	"first_name" text,
	"last_name" text,
	"display_name" text NOT NULL,
	"date_of_birth" date,
	"phone" text,
	"avatar_url" text,
	"bio" text,
	"profile_visibility" text DEFAULT 'PRIVATE' NOT NULL,
	"show_statistics" boolean DEFAULT false NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"sms_notifications" boolean DEFAULT false NOT NULL,
	"push_notifications" boolean DEFAULT true NOT NULL,
	"preferred_categories" text[] DEFAULT '{}' NOT NULL,
	"minutes_balance" integer DEFAULT 0 NOT NULL,
	"credits" integer DEFAULT 100 NOT NULL,
	"adult_statement_at" timestamp (3) with time zone NOT NULL,
	"policy_version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('USER', 'MODEL', 'ADMIN')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_visibility" CHECK ("users"."profile_visibility" in ('PUBLIC', 'PRIVATE')),
	CONSTRAINT "users_minutes_not_negative" CHECK ("users"."minutes_balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text,
	"street" text NOT NULL,
	"house_number" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text DEFAULT 'Nederland' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_one_line_a_product" UNIQUE("user_id","product_id"),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "cart_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_reservations_one_a_product" UNIQUE("session_id","product_id"),
	CONSTRAINT "cart_reservations_quantity" CHECK ("cart_reservations"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"image_url" text,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"shipping_cost" integer DEFAULT 0 NOT NULL,
	"image_url" text,
	"images" text[] DEFAULT '{}' NOT NULL,
	"category_id" uuid NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"reserved_stock" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"show_shipping_options" boolean DEFAULT true NOT NULL,
	"show_comments_field" boolean DEFAULT false NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"length" integer,
	"width" integer,
	"height" integer,
	"review_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('dutch', translate(lower("products"."name"), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')), 'A')
        || setweight(to_tsvector('dutch', translate(lower("products"."description"), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')), 'C')) STORED,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0 and "products"."shipping_cost" >= 0),
	CONSTRAINT "products_rating" CHECK ("products"."rating_sum" between "products"."review_count" and 5 * "products"."review_count"),
	CONSTRAINT "products_stock" CHECK (0 <= "products"."reserved_stock" and "products"."reserved_stock" <= "products"."stock")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"toy_id" text NOT NULL,
	"minutes_purchased" integer NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone,
	"cost" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "toy_control_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"toy_device_id" text NOT NULL,
	"status" text DEFAULT 'COUNTDOWN' NOT NULL,
	"countdown_ends_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"metered_ms" integer DEFAULT 0 NOT NULL,
	"metered_at" timestamp (3) with time zone,
	"resting_at" timestamp (3) with time zone,
	"minutes_used" integer DEFAULT 0 NOT NULL,
	"stopped_by" text,
	"stop_reason" text,
	"stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toy_control_sessions_status" CHECK ("toy_control_sessions"."status" in ('COUNTDOWN', 'ACTIVE', 'STOPPED')),
	CONSTRAINT "toy_control_sessions_stopped" CHECK (("toy_control_sessions"."status" = 'STOPPED') = ("toy_control_sessions"."stopped_at" is not null)),
	CONSTRAINT "toy_control_sessions_used" CHECK ("toy_control_sessions"."minutes_used" >= 0 and "toy_control_sessions"."metered_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "minute_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"minutes" integer NOT NULL,
	"value_cents" integer DEFAULT 0 NOT NULL,
	"purchase_id" uuid,
	"control_session_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "minute_entries_sign" CHECK ("minute_entries"."minutes" <> 0 and ("minute_entries"."kind" <> 'SPEND' or "minute_entries"."minutes" < 0) and ("minute_entries"."kind" not in ('PURCHASE', 'GIFT') or "minute_entries"."minutes" > 0))
);
--> statement-breakpoint
CREATE TABLE "minute_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"package_id" text NOT NULL,
	"minutes" integer NOT NULL,
	"price" integer NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "minute_purchases_amounts" CHECK ("minute_purchases"."minutes" > 0 and "minute_purchases"."price" >= 0),
	CONSTRAINT "minute_purchases_status" CHECK ("minute_purchases"."status" in ('PENDING', 'PAID', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"price_per_item" integer NOT NULL,
	"product_name" text NOT NULL,
	"image_url" text,
	"picked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_items_amounts" CHECK ("order_items"."quantity" > 0 and "order_items"."price_per_item" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_number_series" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_serial" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_numbers" (
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	CONSTRAINT "order_numbers_year_serial_pk" PRIMARY KEY("year","serial")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"total_amount" integer NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"tracking_code" text,
	"shipping_carrier" text,
	"has_tracking" boolean DEFAULT false NOT NULL,
	"tracking_cost" integer DEFAULT 0 NOT NULL,
	"shipping_first_name" text,
	"shipping_last_name" text,
	"shipping_company" text,
	"shipping_street" text,
	"shipping_house_number" text,
	"shipping_postal_code" text,
	"shipping_city" text,
	"shipping_country" text,
	"comments" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
	CONSTRAINT "orders_amounts" CHECK ("orders"."total_amount" >= 0 and "orders"."tracking_cost" in (0, 250))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"checkout_url" text,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('ORDER', 'MINUTES')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('OPEN', 'PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"provider_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"result_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"props" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"text" text,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_one_a_buyer" UNIQUE("product_id","user_id"),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "shipping_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	"weight_from" integer DEFAULT 0 NOT NULL,
	"weight_to" integer NOT NULL,
	"max_length" double precision,
	"max_width" double precision,
	"max_height" double precision,
	"price" integer NOT NULL,
	"service_name" text NOT NULL,
	"delivery_time" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "shipping_rates_weight" CHECK (0 <= "shipping_rates"."weight_from" and "shipping_rates"."weight_from" < "shipping_rates"."weight_to"),
	CONSTRAINT "shipping_rates_price" CHECK ("shipping_rates"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shipping_zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"countries" text[] NOT NULL,
	"carrier" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "toy_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"utoken" text NOT NULL,
	"platform" text,
	"app_version" text,
	"connected_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toy_links_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "toys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"model" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"status" text DEFAULT 'OFFLINE' NOT NULL,
	"last_active" timestamp (3) with time zone,
	"battery_level" integer,
	"is_active" boolean DEFAULT false NOT NULL,
	"on_air" boolean DEFAULT true NOT NULL,
	"max_intensity" integer DEFAULT 20 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toys_status" CHECK ("toys"."status" in ('ONLINE', 'OFFLINE')),
	CONSTRAINT "toys_cap" CHECK ("toys"."max_intensity" between 1 and 20),
	CONSTRAINT "toys_battery" CHECK ("toys"."battery_level" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"purchased" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishlist_items_once" UNIQUE("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "simulator_apps" (
	"uid" text PRIMARY KEY NOT NULL,
	"utoken" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"utoken" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_commands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"uid" text,
	"body" json
);
--> statement-breakpoint
CREATE TABLE "simulator_lovense_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_lovense_faults_one" CHECK ("simulator_lovense_faults"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "simulator_toys" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"nick_name" text DEFAULT '' NOT NULL,
	"runs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"runs_until" bigint DEFAULT 0 NOT NULL,
	"ran_ms" bigint DEFAULT 0 NOT NULL,
	"settled_at" bigint DEFAULT 0 NOT NULL,
	"last_command_id" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_mollie_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_mollie_faults_one" CHECK ("simulator_mollie_faults"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "simulator_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "simulator_payments_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"status_at" timestamp (3) with time zone,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"charged_back_cents" bigint DEFAULT 0 NOT NULL,
	"description" text NOT NULL,
	"redirect_url" text NOT NULL,
	"cancel_url" text,
	"webhook_url" text,
	"locale" text,
	"method" json,
	"metadata" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "simulator_payments_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "simulator_payments_status" CHECK ("simulator_payments"."status" in ('open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed')),
	CONSTRAINT "simulator_payments_given_back" CHECK ("simulator_payments"."refunded_cents" >= 0 and "simulator_payments"."charged_back_cents" >= 0 and "simulator_payments"."refunded_cents" + "simulator_payments"."charged_back_cents" <= "simulator_payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "simulator_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "simulator_refunds_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"metadata" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "simulator_refunds_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "simulator_webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"url" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_reservations" ADD CONSTRAINT "cart_reservations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_toy_id_toys_id_fk" FOREIGN KEY ("toy_id") REFERENCES "public"."toys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD CONSTRAINT "toy_control_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD CONSTRAINT "toy_control_sessions_toy_device_id_toys_id_fk" FOREIGN KEY ("toy_device_id") REFERENCES "public"."toys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_purchase_id_minute_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."minute_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD CONSTRAINT "minute_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD CONSTRAINT "shipping_rates_zone_id_shipping_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."shipping_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_links" ADD CONSTRAINT "toy_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toys" ADD CONSTRAINT "toys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_toys" ADD CONSTRAINT "simulator_toys_uid_simulator_apps_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."simulator_apps"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_refunds" ADD CONSTRAINT "simulator_refunds_payment_id_simulator_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulator_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_webhooks" ADD CONSTRAINT "simulator_webhooks_payment_id_simulator_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulator_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_sessions_user_id_index" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_sessions_expires_at_index" ON "login_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "addresses_user_id_index" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "cart_reservations_expires_at_index" ON "cart_reservations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
CREATE INDEX "products_name_trigrams" ON "products" USING gin (translate(lower("name"), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_by_category_and_price" ON "products" USING btree ("category_id","price") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_active_by_age" ON "products" USING btree ("created_at","id") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "toy_control_sessions_one_live_a_toy" ON "toy_control_sessions" USING btree ("toy_device_id") WHERE "toy_control_sessions"."status" <> 'STOPPED';--> statement-breakpoint
CREATE UNIQUE INDEX "toy_control_sessions_one_live_a_user" ON "toy_control_sessions" USING btree ("user_id") WHERE "toy_control_sessions"."status" <> 'STOPPED';--> statement-breakpoint
CREATE INDEX "toy_control_sessions_by_user" ON "toy_control_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "minute_entries_by_user" ON "minute_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_credited_once" ON "minute_entries" USING btree ("purchase_id") WHERE "minute_entries"."kind" = 'PURCHASE';--> statement-breakpoint
CREATE INDEX "minute_entries_control_session_id_index" ON "minute_entries" USING btree ("control_session_id");--> statement-breakpoint
CREATE INDEX "minute_purchases_user_id_index" ON "minute_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "order_items_order_id_index" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_product_id_index" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_by_subject" ON "payments" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_id" ON "payments" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("created_at") WHERE "payments"."settled_at" is null and "payments"."problem" is null;--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("product_id","created_at") WHERE "reviews"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_age" ON "reviews" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shipping_rates_zone_id_index" ON "shipping_rates" USING btree ("zone_id");--> statement-breakpoint
CREATE INDEX "toys_owner_id_index" ON "toys" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "simulator_codes_uid_index" ON "simulator_codes" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "simulator_codes_expires_at_index" ON "simulator_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "simulator_toys_uid_index" ON "simulator_toys" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "simulator_payments_position_index" ON "simulator_payments" USING btree ("position");--> statement-breakpoint
CREATE INDEX "simulator_payments_expires_at_index" ON "simulator_payments" USING btree ("expires_at") WHERE "simulator_payments"."status" in ('open', 'pending');--> statement-breakpoint
CREATE INDEX "simulator_refunds_payment_id_index" ON "simulator_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "simulator_webhooks_due_at_index" ON "simulator_webhooks" USING btree ("due_at");