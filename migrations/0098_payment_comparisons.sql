CREATE TABLE "payment_comparisons" (
	"quarter" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"compared_at" timestamp (3) with time zone,
	"content" jsonb
);
--> statement-breakpoint
CREATE TABLE "simulator_chargebacks" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "simulator_chargebacks_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	CONSTRAINT "simulator_chargebacks_amount" CHECK ("simulator_chargebacks"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "simulator_chargebacks" ADD CONSTRAINT "simulator_chargebacks_payment_id_simulator_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulator_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "simulator_chargebacks_position_index" ON "simulator_chargebacks" USING btree ("position");