CREATE TABLE "invoice_series" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last_serial" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invoice_series_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"refund_id" uuid,
	"content" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_kind" CHECK (("invoices"."kind" = 'CREDIT_NOTE') = ("invoices"."refund_id" is not null)),
	CONSTRAINT "invoices_sign" CHECK (("invoices"."kind" = 'INVOICE') = ("invoices"."total_cents" >= 0))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_a_subject" ON "invoices" USING btree ("subject_id") WHERE "invoices"."kind" = 'INVOICE';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_a_refund" ON "invoices" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "invoices_by_subject" ON "invoices" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "invoices_by_user" ON "invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_untold" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'PENDING' and not "orders"."is_told";