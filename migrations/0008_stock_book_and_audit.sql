CREATE TABLE "audit_findings" (
	"check" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_findings_check_subject_pk" PRIMARY KEY("check","subject")
);
--> statement-breakpoint
CREATE TABLE "audits" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"audited_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"order_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_entries_kind" CHECK (case "stock_entries"."kind" when 'SALE' then "stock_entries"."pieces" < 0 and "stock_entries"."order_id" is not null
        when 'RETURN' then "stock_entries"."pieces" > 0 and "stock_entries"."order_id" is not null
        when 'INTAKE' then "stock_entries"."pieces" > 0 when 'CORRECTION' then "stock_entries"."pieces" <> 0 else false end)
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_entries_by_product" ON "stock_entries" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_entries_by_order" ON "stock_entries" USING btree ("order_id");