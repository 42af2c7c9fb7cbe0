CREATE TABLE "charge_back_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_back_reversals_amount" CHECK ("charge_back_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "refund_failures_times" CHECK ("refund_failures"."ended_at" >= "refund_failures"."failed_at")
);
--> statement-breakpoint
ALTER TABLE "charge_back_reversals" ADD CONSTRAINT "charge_back_reversals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_failures" ADD CONSTRAINT "refund_failures_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_back_reversals_payment_id_index" ON "charge_back_reversals" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "charge_back_reversals_by_age" ON "charge_back_reversals" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_back_reversals_once" ON "charge_back_reversals" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "refund_failures_refund_id_index" ON "refund_failures" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_failures_by_age" ON "refund_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "refund_failures_by_end" ON "refund_failures" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_failures_one_open" ON "refund_failures" USING btree ("refund_id") WHERE "refund_failures"."ended_at" is null;