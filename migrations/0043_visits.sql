CREATE TABLE "analytics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"visitor" text NOT NULL,
	"user_id" uuid,
	"ip_address" text,
	"user_agent" text,
	"country" text,
	"referrer" text,
	"landing_page" text NOT NULL,
	"current_page" text NOT NULL,
	"visitor_type" text NOT NULL,
	"is_mobile" boolean NOT NULL,
	"browser" text,
	"os" text,
	"screen_resolution" text,
	"language" text,
	"session_start" timestamp (3) with time zone NOT NULL,
	"session_end" timestamp (3) with time zone NOT NULL,
	"page_views" integer DEFAULT 0 NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"furthest" smallint DEFAULT 0 NOT NULL,
	"previous_at" timestamp (3) with time zone,
	"is_returning_user" boolean GENERATED ALWAYS AS (previous_at is not null) STORED,
	"is_open" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_type" CHECK ("analytics"."visitor_type" in ('human', 'bot', 'api')),
	CONSTRAINT "analytics_times" CHECK ("analytics"."session_end" >= "analytics"."session_start"),
	CONSTRAINT "analytics_furthest" CHECK ("analytics"."furthest" between 0 and 4),
	CONSTRAINT "analytics_forgets" CHECK ("analytics"."is_open" or ("analytics"."user_id" is null and "analytics"."user_agent" is null))
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"analytics_id" uuid NOT NULL,
	"event_category" text NOT NULL,
	"event_action" text NOT NULL,
	"event_label" text,
	"event_value" integer,
	"page_url" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_totals" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_totals_day_page_pk" PRIMARY KEY("day","page"),
	CONSTRAINT "page_totals_views" CHECK ("page_totals"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"analytics_id" uuid NOT NULL,
	"page" text NOT NULL,
	"time_on_page" integer,
	"scroll_depth" smallint,
	"exit_page" boolean DEFAULT false NOT NULL,
	"bounced" boolean DEFAULT false NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_views_scroll" CHECK ("page_views"."scroll_depth" between 0 and 100),
	CONSTRAINT "page_views_time" CHECK ("page_views"."time_on_page" >= 0)
);
--> statement-breakpoint
CREATE TABLE "visit_day_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"visitor_type" text NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_day_counts_day_kind_visitor_type_name_pk" PRIMARY KEY("day","kind","visitor_type","name")
);
--> statement-breakpoint
CREATE TABLE "visit_days" (
	"day" date NOT NULL,
	"visitor_type" text NOT NULL,
	"visits" integer NOT NULL,
	"page_views" integer NOT NULL,
	"bounces" integer NOT NULL,
	"came_back" integer NOT NULL,
	"seconds" integer NOT NULL,
	CONSTRAINT "visit_days_day_visitor_type_pk" PRIMARY KEY("day","visitor_type")
);
--> statement-breakpoint
CREATE TABLE "visitor_days" (
	"day" date NOT NULL,
	"visitor_type" text NOT NULL,
	"country" text NOT NULL,
	"gap" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "visitor_days_day_visitor_type_country_gap_pk" PRIMARY KEY("day","visitor_type","country","gap")
);
--> statement-breakpoint
ALTER TABLE "analytics" ADD CONSTRAINT "analytics_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_analytics_id_analytics_id_fk" FOREIGN KEY ("analytics_id") REFERENCES "public"."analytics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_analytics_id_analytics_id_fk" FOREIGN KEY ("analytics_id") REFERENCES "public"."analytics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analytics_one_open" ON "analytics" USING btree ("session_id") WHERE "analytics"."is_open";--> statement-breakpoint
CREATE INDEX "analytics_open_by_sign" ON "analytics" USING btree ("session_end") WHERE "analytics"."is_open";--> statement-breakpoint
CREATE INDEX "analytics_by_visitor" ON "analytics" USING btree ("visitor","session_start");--> statement-breakpoint
CREATE INDEX "analytics_by_start" ON "analytics" USING btree ("session_start");--> statement-breakpoint
CREATE INDEX "analytics_by_user" ON "analytics" USING btree ("user_id") WHERE "analytics"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "analytics_events_by_visit" ON "analytics_events" USING btree ("analytics_id");--> statement-breakpoint
CREATE INDEX "analytics_events_by_age" ON "analytics_events" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "page_views_by_visit" ON "page_views" USING btree ("analytics_id","timestamp");--> statement-breakpoint
CREATE INDEX "page_views_by_age" ON "page_views" USING btree ("timestamp");