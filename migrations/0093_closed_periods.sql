CREATE TABLE "closed_reports" (
	"quarter" text NOT NULL,
	"report" text NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "closed_reports_quarter_report_pk" PRIMARY KEY("quarter","report")
);
--> statement-breakpoint
CREATE TABLE "closed_periods" (
	"quarter" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"invoice_count" integer NOT NULL,
	"invoiced_cents" bigint NOT NULL,
	"closed_by" uuid NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closed_periods_number" UNIQUE("number"),
	CONSTRAINT "closed_periods_times" CHECK ("closed_periods"."starts_at" < "closed_periods"."ends_at" and "closed_periods"."ends_at" <= "closed_periods"."closed_at")
);
--> statement-breakpoint
ALTER TABLE "closed_reports" ADD CONSTRAINT "closed_reports_quarter_closed_periods_quarter_fk" FOREIGN KEY ("quarter") REFERENCES "public"."closed_periods"("quarter") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_periods" ADD CONSTRAINT "closed_periods_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;