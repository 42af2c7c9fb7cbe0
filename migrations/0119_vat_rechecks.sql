CREATE TABLE "vat_rechecks" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"vat_number" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "vat_rechecks_attempts" CHECK ("vat_rechecks"."attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "vat_rechecks" ADD CONSTRAINT "vat_rechecks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vat_rechecks_due" ON "vat_rechecks" USING btree ("next_at") WHERE "vat_rechecks"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "vat_rechecks_vat_number_index" ON "vat_rechecks" USING btree ("vat_number");