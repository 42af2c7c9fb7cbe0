CREATE TABLE "peppol_documents" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"may_be_taken" boolean DEFAULT false NOT NULL,
	"provider_id" text,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"polled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "peppol_documents_submissionId_unique" UNIQUE("submission_id"),
	CONSTRAINT "peppol_documents_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "peppol_documents_status" CHECK ("peppol_documents"."status" in ('UNSENT', 'QUEUED', 'SENT', 'DELIVERED', 'NO_RECEIVER', 'FAILED')),
	CONSTRAINT "peppol_documents_sent" CHECK ("peppol_documents"."status" not in ('SENT', 'DELIVERED') or "peppol_documents"."sent_at" is not null),
	CONSTRAINT "peppol_documents_delivered" CHECK (("peppol_documents"."status" = 'DELIVERED') = ("peppol_documents"."delivered_at" is not null)),
	CONSTRAINT "peppol_documents_failed" CHECK ("peppol_documents"."status" <> 'FAILED' or "peppol_documents"."failure" is not null)
);
--> statement-breakpoint
CREATE TABLE "peppol_events" (
	"provider_id" text NOT NULL,
	"outcome" text NOT NULL,
	"detail" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "peppol_events_provider_id_outcome_pk" PRIMARY KEY("provider_id","outcome"),
	CONSTRAINT "peppol_events_outcome" CHECK ("peppol_events"."outcome" in ('DELIVERED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "simulator_storecove_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_storecove_faults_one" CHECK ("simulator_storecove_faults"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "simulator_submissions" (
	"guid" text PRIMARY KEY NOT NULL,
	"idempotency_guid" text NOT NULL,
	"receiver" text NOT NULL,
	"document" text NOT NULL,
	"outcome" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulator_submissions_idempotencyGuid_unique" UNIQUE("idempotency_guid")
);
--> statement-breakpoint
CREATE TABLE "simulator_webhook_instances" (
	"guid" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "peppol_documents" ADD CONSTRAINT "peppol_documents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "peppol_documents_open" ON "peppol_documents" USING btree ("next_attempt_at") WHERE "peppol_documents"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "peppol_documents_to_poll" ON "peppol_documents" USING btree ("polled_at") WHERE "peppol_documents"."status" = 'SENT' and "peppol_documents"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "peppol_documents_undelivered" ON "peppol_documents" USING btree ("created_at") WHERE "peppol_documents"."status" in ('UNSENT', 'NO_RECEIVER', 'FAILED');--> statement-breakpoint
CREATE INDEX "peppol_events_by_time" ON "peppol_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "simulator_submissions_created_at_index" ON "simulator_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "simulator_webhook_instances_created_at_index" ON "simulator_webhook_instances" USING btree ("created_at");