CREATE TABLE "content_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"report_id" uuid,
	"text" text DEFAULT '…' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_appeals_encrypted" CHECK (("content_appeals"."encrypted" is null) = ("content_appeals"."key_id" is null))
);
--> statement-breakpoint
CREATE TABLE "content_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"content_id" text NOT NULL,
	"owner_id" uuid,
	"path" text,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"urgency" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"is_removed" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"cleared_at" timestamp (3) with time zone,
	CONSTRAINT "content_cases_status" CHECK ("content_cases"."status" in ('OPEN', 'DECIDED', 'APPEALED', 'FINAL')),
	CONSTRAINT "content_cases_due" CHECK (("content_cases"."status" in ('OPEN', 'APPEALED')) = ("content_cases"."due_at" is not null)),
	CONSTRAINT "content_cases_urgency" CHECK ("content_cases"."urgency" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "content_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"is_on_appeal" boolean NOT NULL,
	"decision" text NOT NULL,
	"ground" text,
	"rule" text,
	"reasons" text NOT NULL,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_decisions_decision" CHECK ("content_decisions"."decision" in ('KEEP', 'REMOVE', 'SUSPEND')),
	CONSTRAINT "content_decisions_ground" CHECK (("content_decisions"."decision" = 'KEEP') or ("content_decisions"."ground" is not null and "content_decisions"."rule" is not null))
);
--> statement-breakpoint
CREATE TABLE "content_report_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"report_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"reporter_id" uuid,
	"name" text,
	"email" text,
	"reason" text NOT NULL,
	"content" text DEFAULT '…' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_reports_reference_unique" UNIQUE("reference"),
	CONSTRAINT "content_reports_encrypted" CHECK (("content_reports"."encrypted" is null) = ("content_reports"."key_id" is null))
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_report_id_content_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."content_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_cases" ADD CONSTRAINT "content_cases_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_report_tokens" ADD CONSTRAINT "content_report_tokens_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_report_tokens" ADD CONSTRAINT "content_report_tokens_report_id_content_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."content_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_appeals_once" ON "content_appeals" USING btree ("case_id",coalesce("report_id", "case_id"));--> statement-breakpoint
CREATE INDEX "content_appeals_report_id_index" ON "content_appeals" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "content_appeals_by_key" ON "content_appeals" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_cases_one_open" ON "content_cases" USING btree ("kind","content_id") WHERE "content_cases"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "content_cases_waiting" ON "content_cases" USING btree ("urgency","due_at","id") WHERE "content_cases"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "content_cases_by_age" ON "content_cases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "content_cases_owner_id_index" ON "content_cases" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_decisions_once" ON "content_decisions" USING btree ("case_id","is_on_appeal");--> statement-breakpoint
CREATE INDEX "content_decisions_by_time" ON "content_decisions" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "content_decisions_decided_by_index" ON "content_decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "content_report_tokens_case_id_index" ON "content_report_tokens" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "content_report_tokens_report_id_index" ON "content_report_tokens" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "content_report_tokens_expires_at_index" ON "content_report_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_reports_one_a_user" ON "content_reports" USING btree ("case_id","reporter_id") WHERE "content_reports"."reporter_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "content_reports_one_a_visitor" ON "content_reports" USING btree ("case_id","email") WHERE "content_reports"."reporter_id" is null and "content_reports"."email" is not null;--> statement-breakpoint
CREATE INDEX "content_reports_by_case" ON "content_reports" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "content_reports_reporter_id_index" ON "content_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "content_reports_by_key" ON "content_reports" USING btree ("key_id");--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id");--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id");
