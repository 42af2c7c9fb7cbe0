CREATE TABLE "refund_mendings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"how" text NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_mendings_how" CHECK ("refund_mendings"."how" in ('SEND_AGAIN', 'BY_HAND'))
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_external" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_hand_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "simulator_refunds" ADD COLUMN "status" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_mendings" ADD CONSTRAINT "refund_mendings_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_mendings" ADD CONSTRAINT "refund_mendings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_mendings_refund_id_index" ON "refund_mendings" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_id" ON "refunds" USING btree ("payment_id","provider_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."by_hand_at" is null and ("refunds"."provider_id" is null or "refunds"."failed_at" is not null);--> statement-breakpoint
CREATE INDEX "simulator_refunds_pending" ON "simulator_refunds" USING btree ("created_at") WHERE "simulator_refunds"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_failure" CHECK (("refunds"."failed_at" is null) = ("refunds"."failure" is null));--> statement-breakpoint
ALTER TABLE "simulator_refunds" ADD CONSTRAINT "simulator_refunds_status" CHECK ("simulator_refunds"."status" in ('queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'));--> statement-breakpoint
CREATE TRIGGER refund_mendings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "refund_mendings"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
