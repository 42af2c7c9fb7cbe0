CREATE TABLE "bulk_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"state" text NOT NULL,
	"change" jsonb,
	"selection" jsonb,
	"file_name" text,
	"file_key" text,
	"adds_new" boolean DEFAULT false NOT NULL,
	"cause" text,
	"note" text,
	"ignored" text[] DEFAULT '{}' NOT NULL,
	"problem" text,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_edits_kind" CHECK (("bulk_edits"."change" is null) = ("bulk_edits"."file_name" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_lines" (
	"bulk_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"product_id" uuid,
	"verdict" text NOT NULL,
	"values" jsonb,
	"changes" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	CONSTRAINT "bulk_lines_bulk_id_line_pk" PRIMARY KEY("bulk_id","line")
);
--> statement-breakpoint
CREATE TABLE "price_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"old_cents" integer,
	"new_cents" integer NOT NULL,
	"source" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "price_entries_price" CHECK ("price_entries"."new_cents" >= 0 and "price_entries"."new_cents" is distinct from "price_entries"."old_cents")
);
--> statement-breakpoint
DROP INDEX "stock_entries_by_product";--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "stock_after" integer;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_lines" ADD CONSTRAINT "bulk_lines_bulk_id_bulk_edits_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_entries" ADD CONSTRAINT "price_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_edits_by_age" ON "bulk_edits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_lines_by_verdict" ON "bulk_lines" USING btree ("bulk_id","verdict","line");--> statement-breakpoint
CREATE INDEX "price_entries_by_product" ON "price_entries" USING btree ("product_id","created_at");--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_entries_by_product" ON "stock_entries" USING btree ("product_id","created_at");
--> statement-breakpoint
CREATE TRIGGER price_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "price_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
-- What things cost when the history began.
INSERT INTO "price_entries" ("id", "product_id", "old_cents", "new_cents", "source")
SELECT gen_random_uuid(), "id", NULL, "price", 'OPENING' FROM "products";
--> statement-breakpoint
-- A note that everything may be another stands for each product as well: who changes very many leaves one note.
create or replace function note_product_change() returns trigger language plpgsql as $$
declare
  changed uuid := old.id;
begin
  new.stock := old.stock;
  new.reserved_stock := old.reserved_stock;
  new.review_count := old.review_count;
  new.rating_sum := old.rating_sum;
  -- A column that is added later so counts as a change of everything until someone says otherwise here.
  if new is distinct from old then
    changed := null;
  end if;
  insert into catalog_changes (product_id)
  select changed where not exists (
    select from catalog_changes noted
    where noted.transaction_id = pg_current_xact_id()
      and (noted.product_id is null or noted.product_id = changed)
  );
  return null;
end $$;
