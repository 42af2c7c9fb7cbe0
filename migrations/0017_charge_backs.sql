CREATE TABLE "charge_backs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_backs_amount" CHECK ("charge_backs"."amount_cents" between 1 and "charge_backs"."total_cents")
);
--> statement-breakpoint
ALTER TABLE "charge_backs" ADD CONSTRAINT "charge_backs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_backs_once" ON "charge_backs" USING btree ("payment_id","total_cents");--> statement-breakpoint
CREATE TRIGGER charge_backs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "charge_backs"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
