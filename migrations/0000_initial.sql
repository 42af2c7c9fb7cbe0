-- Added by hand, because the tables below need them: trigrams for indexes, Levenshtein distances for search, and the words of a generated column.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists fuzzystrmatch;
--> statement-breakpoint
create function option_words(facets text[]) returns text language sql immutable parallel safe as $$
  select translate(
    lower(string_agg(substr(facet, strpos(facet, ':') + 1), ', ')),
    'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'
  ) from unnest(facets) as facet
$$;
--> statement-breakpoint
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
CREATE TABLE "daily_page_views" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_page_views_day_page_pk" PRIMARY KEY("day","page"),
	CONSTRAINT "daily_page_views_views" CHECK ("daily_page_views"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "daily_visit_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"visitor_type" text NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_visit_counts_day_kind_visitor_type_name_pk" PRIMARY KEY("day","kind","visitor_type","name")
);
--> statement-breakpoint
CREATE TABLE "daily_visitors" (
	"day" date NOT NULL,
	"visitor_type" text NOT NULL,
	"country" text NOT NULL,
	"gap" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "daily_visitors_day_visitor_type_country_gap_pk" PRIMARY KEY("day","visitor_type","country","gap")
);
--> statement-breakpoint
CREATE TABLE "daily_visits" (
	"day" date NOT NULL,
	"visitor_type" text NOT NULL,
	"visits" integer NOT NULL,
	"page_views" integer NOT NULL,
	"bounces" integer NOT NULL,
	"came_back" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "daily_visits_day_visitor_type_pk" PRIMARY KEY("day","visitor_type")
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
CREATE TABLE "confirmed_mail_servers" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"server_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "confirmed_mail_servers_only_one" CHECK ("confirmed_mail_servers"."is_only")
);
--> statement-breakpoint
CREATE TABLE "internal_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"customer_id" uuid,
	"author_id" uuid NOT NULL,
	"text" text DEFAULT '…' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "internal_notes_subject" CHECK (("internal_notes"."order_id" is null) <> ("internal_notes"."customer_id" is null)),
	CONSTRAINT "internal_notes_encrypted" CHECK (("internal_notes"."encrypted" is null) = ("internal_notes"."key_id" is null)),
	CONSTRAINT "internal_notes_text" CHECK (length("internal_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"file_key" text,
	"encrypted" text,
	"key_id" integer,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "data_exports_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_findings" (
	"check" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reconciliation_findings_check_subject_pk" PRIMARY KEY("check","subject")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"audited_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_reports" (
	"quarter" text NOT NULL,
	"report" text NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "closed_reports_quarter_report_pk" PRIMARY KEY("quarter","report")
);
--> statement-breakpoint
CREATE TABLE "payment_comparisons" (
	"quarter" text NOT NULL,
	"provider" text NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"compared_at" timestamp (3) with time zone,
	"content" jsonb,
	CONSTRAINT "payment_comparisons_quarter_provider_pk" PRIMARY KEY("quarter","provider")
);
--> statement-breakpoint
CREATE TABLE "daily_sales" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"revenue" bigint NOT NULL,
	CONSTRAINT "daily_sales_orders" CHECK ("daily_sales"."orders" >= 0)
);
--> statement-breakpoint
CREATE TABLE "vat_rechecks" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"vat_number" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "vat_rechecks_attempts" CHECK ("vat_rechecks"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "creator_agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"label" text NOT NULL,
	"text_hash" text NOT NULL,
	"pdf" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "creator_agreements_hash" CHECK ("creator_agreements"."text_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "creator_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"verifier" text,
	"verified_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"decided_by" uuid,
	"refusal" text,
	"sent_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_applications_refusal" CHECK (("creator_applications"."refusal" is null) = ("creator_applications"."state" <> 'REFUSED')),
	CONSTRAINT "creator_applications_sent" CHECK ("creator_applications"."state" in ('DRAFT', 'REFUSED', 'WITHDRAWN') or "creator_applications"."sent_at" is not null),
	CONSTRAINT "creator_applications_two_admins" CHECK ("creator_applications"."approved_by" <> "creator_applications"."decided_by")
);
--> statement-breakpoint
CREATE TABLE "identity_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"picture" text NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"kept_days" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_subjects" (
	"subject_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "block_settings" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"is_public_despite_blocks" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_areas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"country" text NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_areas_country" CHECK ("blocked_areas"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "blocked_areas_postcode" CHECK ("blocked_areas"."postcode" = '' or ("blocked_areas"."country" in ('NL', 'BE') and "blocked_areas"."postcode" ~ '^[1-9][0-9]([0-9]{2})?$'))
);
--> statement-breakpoint
CREATE TABLE "blocked_contacts" (
	"creator_id" uuid NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "blocked_contacts_creator_id_digest_pk" PRIMARY KEY("creator_id","digest")
);
--> statement-breakpoint
CREATE TABLE "blocked_users" (
	"creator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_users_creator_id_user_id_pk" PRIMARY KEY("creator_id","user_id"),
	CONSTRAINT "blocked_users_not_self" CHECK ("blocked_users"."creator_id" <> "blocked_users"."user_id")
);
--> statement-breakpoint
CREATE TABLE "creator_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text DEFAULT '…' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"reason" text,
	"reason_encrypted" text,
	"reason_key_id" integer,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "creator_notes_not_self" CHECK ("creator_notes"."creator_id" <> "creator_notes"."user_id"),
	CONSTRAINT "creator_notes_encrypted" CHECK (("creator_notes"."encrypted" is null) = ("creator_notes"."key_id" is null)),
	CONSTRAINT "creator_notes_reason" CHECK (("creator_notes"."reason_encrypted" is null) = ("creator_notes"."reason_key_id" is null)),
	CONSTRAINT "creator_notes_end" CHECK (("creator_notes"."reason" is null) = ("creator_notes"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "creator_pages" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"shown" jsonb,
	"draft" jsonb,
	"submitted_at" timestamp (3) with time zone,
	"refusal" text,
	"is_open_to_visitors" boolean DEFAULT false NOT NULL,
	"is_in_search_engines" boolean DEFAULT false NOT NULL,
	"has_preview" boolean DEFAULT false NOT NULL,
	"notice_audience" text DEFAULT 'NOBODY' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_pages_slug_form" CHECK ("creator_pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "creator_pages_waits" CHECK (("creator_pages"."draft" is null) = ("creator_pages"."submitted_at" is null)),
	CONSTRAINT "creator_pages_open" CHECK ("creator_pages"."is_open_to_visitors" or not ("creator_pages"."is_in_search_engines" or "creator_pages"."has_preview")),
	CONSTRAINT "creator_pages_notice_audience" CHECK ("creator_pages"."notice_audience" in ('NOBODY', 'FAVOURITES', 'PLAYED_BEFORE', 'EVERYONE'))
);
--> statement-breakpoint
CREATE TABLE "creator_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_pictures_kind" CHECK ("creator_pictures"."kind" in ('PORTRAIT', 'GALLERY'))
);
--> statement-breakpoint
CREATE TABLE "creator_reserved_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creator_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"pseudonym" text NOT NULL,
	"rating" integer NOT NULL,
	"text" text,
	"approved_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"answer" text,
	"answer_approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_reviews_one_each" UNIQUE("creator_id","user_id"),
	CONSTRAINT "creator_reviews_rating" CHECK ("creator_reviews"."rating" between 1 and 5),
	CONSTRAINT "creator_reviews_decided_once" CHECK ("creator_reviews"."approved_at" is null or "creator_reviews"."rejected_at" is null),
	CONSTRAINT "creator_reviews_not_self" CHECK ("creator_reviews"."creator_id" <> "creator_reviews"."user_id"),
	CONSTRAINT "creator_reviews_answer" CHECK ("creator_reviews"."answer_approved_at" is null or "creator_reviews"."answer" is not null)
);
--> statement-breakpoint
CREATE TABLE "creator_suspensions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"case_id" uuid,
	"suspended_by" uuid,
	"encrypted" text,
	"key_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"appealed_at" timestamp (3) with time zone,
	"upheld_at" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "creator_suspensions_caseId_unique" UNIQUE("case_id"),
	CONSTRAINT "creator_suspensions_upheld" CHECK ("creator_suspensions"."upheld_at" is null or "creator_suspensions"."appealed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "creators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"notice_until" timestamp (3) with time zone,
	"identity_until" timestamp (3) with time zone,
	"agreement_until" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	"told" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creators_let_in" CHECK ("creators"."accepted_at" is not null or "creators"."notice_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "creator_follows" (
	"user_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"wants_notice" boolean DEFAULT false NOT NULL,
	"told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_follows_user_id_creator_id_pk" PRIMARY KEY("user_id","creator_id"),
	CONSTRAINT "creator_follows_not_self" CHECK ("creator_follows"."creator_id" <> "creator_follows"."user_id")
);
--> statement-breakpoint
CREATE TABLE "wishlist_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wishlist_item_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"gift_name" text NOT NULL,
	"amount" integer NOT NULL,
	"is_single" boolean NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"buyer_name" text,
	"payment_id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"vat" jsonb,
	CONSTRAINT "wishlist_purchases_amount" CHECK ("wishlist_purchases"."amount" > 0),
	CONSTRAINT "wishlist_purchases_anonymous" CHECK (not "wishlist_purchases"."is_anonymous" or "wishlist_purchases"."buyer_name" is null),
	CONSTRAINT "wishlist_purchases_status" CHECK ("wishlist_purchases"."status" in ('PENDING', 'PAID', 'CANCELLED', 'REFUNDED')),
	CONSTRAINT "wishlist_purchases_paid" CHECK (("wishlist_purchases"."status" in ('PAID', 'REFUNDED')) = ("wishlist_purchases"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_single" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gifts_price" CHECK ("gifts"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "creator_favourites" (
	"creator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_favourites_creator_id_user_id_pk" PRIMARY KEY("creator_id","user_id"),
	CONSTRAINT "creator_favourites_not_self" CHECK ("creator_favourites"."creator_id" <> "creator_favourites"."user_id")
);
--> statement-breakpoint
CREATE TABLE "creator_menus" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"patterns" text[],
	"own_patterns" boolean DEFAULT true NOT NULL,
	"longest_minutes" integer,
	"pause_minutes" integer DEFAULT 0 NOT NULL,
	"warm_up_from" integer,
	"warm_up_minutes" integer,
	"audience" text DEFAULT 'EVERYONE' NOT NULL,
	"last_ended_at" timestamp (3) with time zone,
	CONSTRAINT "creator_menus_longest" CHECK ("creator_menus"."longest_minutes" between 1 and 240),
	CONSTRAINT "creator_menus_pause" CHECK ("creator_menus"."pause_minutes" between 0 and 240),
	CONSTRAINT "creator_menus_warm_up" CHECK (("creator_menus"."warm_up_from" is null) = ("creator_menus"."warm_up_minutes" is null)),
	CONSTRAINT "creator_menus_warm_up_from" CHECK ("creator_menus"."warm_up_from" between 1 and 20),
	CONSTRAINT "creator_menus_warm_up_minutes" CHECK ("creator_menus"."warm_up_minutes" between 1 and 60),
	CONSTRAINT "creator_menus_audience" CHECK ("creator_menus"."audience" in ('EVERYONE', 'FAVOURITES', 'PLAYED_BEFORE', 'ACCEPT_EACH'))
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"user_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"met_at" timestamp (3) with time zone NOT NULL,
	"muted_at" timestamp (3) with time zone,
	CONSTRAINT "contacts_user_id_other_id_pk" PRIMARY KEY("user_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_user_id" uuid NOT NULL,
	"to_user_id" uuid NOT NULL,
	"content" text DEFAULT '…' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"read_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_encrypted" CHECK (("messages"."encrypted" is null) = ("messages"."key_id" is null)),
	CONSTRAINT "messages_content" CHECK (length("messages"."content") between 1 and 500),
	CONSTRAINT "messages_not_to_self" CHECK ("messages"."from_user_id" <> "messages"."to_user_id")
);
--> statement-breakpoint
CREATE TABLE "session_consents" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"agreement_version" text,
	"on_air_since" timestamp (3) with time zone,
	"on_air_hours" integer,
	"cap" integer NOT NULL,
	"menu" jsonb NOT NULL,
	"shown_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"decided_at" timestamp (3) with time zone,
	"ended_by" text,
	"end_reason" text,
	"ended_at" timestamp (3) with time zone,
	"panicked_at" timestamp (3) with time zone,
	CONSTRAINT "session_consents_outcome" CHECK ("session_consents"."outcome" in ('ACCEPTED', 'DECLINED', 'LET_RUN', 'CANCELLED')),
	CONSTRAINT "session_consents_decided" CHECK (("session_consents"."outcome" is null) = ("session_consents"."decided_at" is null) and ("session_consents"."ended_by" is null) = ("session_consents"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"toy_id" text NOT NULL,
	"minutes_purchased" integer NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone,
	"cost" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "toy_control_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"toy_device_id" text NOT NULL,
	"status" text DEFAULT 'COUNTDOWN' NOT NULL,
	"countdown_ends_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"metered_ms" integer DEFAULT 0 NOT NULL,
	"metered_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"minutes_used" integer DEFAULT 0 NOT NULL,
	"unreachable_at" timestamp (3) with time zone,
	"refused_minute" integer,
	"paying_for" uuid,
	"paying_at" timestamp (3) with time zone,
	"waiting_at" timestamp (3) with time zone,
	"signal" text,
	"signalled_at" timestamp (3) with time zone,
	"longest_minutes" integer,
	"must_accept" boolean DEFAULT false NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"stopped_by" text,
	"stop_reason" text,
	"stopped_at" timestamp (3) with time zone,
	"controlled_by" text,
	"controlled_until" timestamp (3) with time zone,
	"generation" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toy_control_sessions_status" CHECK ("toy_control_sessions"."status" in ('COUNTDOWN', 'ACTIVE', 'STOPPED')),
	CONSTRAINT "toy_control_sessions_stopped" CHECK (("toy_control_sessions"."status" = 'STOPPED') = ("toy_control_sessions"."stopped_at" is not null)),
	CONSTRAINT "toy_control_sessions_used" CHECK ("toy_control_sessions"."minutes_used" >= 0 and "toy_control_sessions"."metered_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "toy_queue" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"toy_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "toy_queue_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"joined_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"claim_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stop_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"is_single_use" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_used_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "stop_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "toy_provider_errors" (
	"call" text NOT NULL,
	"code" integer NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "toy_provider_errors_call_code_pk" PRIMARY KEY("call","code"),
	CONSTRAINT "toy_provider_errors_call" CHECK ("toy_provider_errors"."call" in ('PAIR', 'RUN', 'STOP')),
	CONSTRAINT "toy_provider_errors_count" CHECK ("toy_provider_errors"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "toy_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"utoken" text NOT NULL,
	"pending_utoken" text,
	"platform" text,
	"app_version" text,
	"connected_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toy_links_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "toys" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text DEFAULT 'LOVENSE' NOT NULL,
	"name" text NOT NULL,
	"model" text NOT NULL,
	"functions" text[],
	"owner_id" uuid NOT NULL,
	"status" text DEFAULT 'OFFLINE' NOT NULL,
	"last_active" timestamp (3) with time zone,
	"battery_level" integer DEFAULT 0,
	"unreachable_at" timestamp (3) with time zone,
	"unstopped_at" timestamp (3) with time zone,
	"is_active" boolean DEFAULT false NOT NULL,
	"on_air" boolean DEFAULT true NOT NULL,
	"on_air_until" timestamp (3) with time zone,
	"on_air_since" timestamp (3) with time zone,
	"on_air_hours" integer,
	"menu_functions" text[],
	"max_intensity" integer DEFAULT 20 NOT NULL,
	"unconfirmed_cap" integer,
	"bridge_link" text,
	"bridge_device" bigint,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toys_provider" CHECK ("toys"."provider" in ('LOVENSE', 'BUTTPLUG')),
	CONSTRAINT "toys_status" CHECK ("toys"."status" in ('ONLINE', 'OFFLINE')),
	CONSTRAINT "toys_cap" CHECK ("toys"."max_intensity" between 1 and 20),
	CONSTRAINT "toys_battery" CHECK ("toys"."battery_level" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"balance_cents" integer DEFAULT 0 NOT NULL,
	"initial_cents" integer DEFAULT 0 NOT NULL,
	"code_digest" text,
	"last_four" text,
	"encrypted" text,
	"key_id" integer,
	"order_item_id" uuid,
	"piece" integer,
	"recipient_email" text,
	"recipient_name" text,
	"sender_name" text,
	"message" text,
	"message_encrypted" text,
	"message_key_id" integer,
	"deliver_on" date,
	"delivered_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"blocked_at" timestamp (3) with time zone,
	"block_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_accounts_message" CHECK (("credit_accounts"."message_encrypted" is null) = ("credit_accounts"."message_key_id" is null)),
	CONSTRAINT "credit_accounts_balance" CHECK ("credit_accounts"."balance_cents" >= 0),
	CONSTRAINT "credit_accounts_kind" CHECK (case "credit_accounts"."kind"
        when 'STORE_CREDIT' then "credit_accounts"."user_id" is not null and "credit_accounts"."code_digest" is null and "credit_accounts"."initial_cents" = 0
        when 'GIFT_CARD' then "credit_accounts"."user_id" is null and "credit_accounts"."code_digest" is not null and "credit_accounts"."last_four" is not null
          and "credit_accounts"."initial_cents" > 0 and "credit_accounts"."expires_at" is not null and "credit_accounts"."deliver_on" is not null
        else false end),
	CONSTRAINT "credit_accounts_piece" CHECK (("credit_accounts"."order_item_id" is null) = ("credit_accounts"."piece" is null))
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"refund_id" uuid,
	"reason" text,
	"by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_sign" CHECK (case when "credit_entries"."kind" in ('ISSUE', 'RELEASE', 'REFUND') then "credit_entries"."cents" > 0
        when "credit_entries"."kind" in ('SPEND', 'EXPIRE', 'CANCEL') then "credit_entries"."cents" < 0
        when "credit_entries"."kind" in ('GRANT', 'ADJUST') then "credit_entries"."cents" <> 0 else false end),
	CONSTRAINT "credit_entries_payment" CHECK (("credit_entries"."kind" in ('SPEND', 'RELEASE')) = ("credit_entries"."payment_id" is not null)
        and ("credit_entries"."kind" = 'REFUND') = ("credit_entries"."refund_id" is not null)),
	CONSTRAINT "credit_entries_reason" CHECK ("credit_entries"."kind" not in ('GRANT', 'ADJUST') or ("credit_entries"."reason" is not null and "credit_entries"."by_user_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "earning_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"balance_cents" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"head" text DEFAULT '' NOT NULL,
	CONSTRAINT "earning_accounts_balance" CHECK ("earning_accounts"."balance_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "earning_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"source" text,
	"cents" integer NOT NULL,
	"gross_cents" integer DEFAULT 0 NOT NULL,
	"vat_cents" integer DEFAULT 0 NOT NULL,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"base_cents" integer DEFAULT 0 NOT NULL,
	"basis_points" integer DEFAULT 0 NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"session_id" uuid,
	"gift_id" uuid,
	"minute_entry_id" uuid,
	"lot_id" uuid,
	"purchase_id" uuid,
	"reverses_id" uuid,
	"cause_id" uuid,
	"payout_id" uuid,
	"reason" text,
	"payable_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earning_entries_sign" CHECK (case "earning_entries"."type" when 'EARNED' then "earning_entries"."cents" >= 0 when 'TAKEN_BACK' then "earning_entries"."cents" < 0
        when 'PAID_OUT' then "earning_entries"."cents" < 0 when 'RETURNED' then "earning_entries"."cents" > 0 when 'ADJUSTED' then "earning_entries"."cents" <> 0
        else false end),
	CONSTRAINT "earning_entries_cause" CHECK (("earning_entries"."type" in ('PAID_OUT', 'RETURNED')) = ("earning_entries"."payout_id" is not null)
        and ("earning_entries"."type" = 'TAKEN_BACK') = ("earning_entries"."reverses_id" is not null and "earning_entries"."cause_id" is not null)
        and ("earning_entries"."type" <> 'ADJUSTED' or "earning_entries"."reason" is not null)
        and ("earning_entries"."type" <> 'EARNED' or ("earning_entries"."minute_entry_id" is null) = ("earning_entries"."gift_id" is not null)))
);
--> statement-breakpoint
CREATE TABLE "earning_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid,
	"source" text NOT NULL,
	"basis_points" integer NOT NULL,
	"deducts_fee" boolean NOT NULL,
	"free_minute_cents" integer,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earning_shares_part" CHECK ("earning_shares"."basis_points" between 0 and 10000 and "earning_shares"."free_minute_cents" >= 0),
	CONSTRAINT "earning_shares_never_backwards" CHECK ("earning_shares"."starts_at" >= "earning_shares"."created_at")
);
--> statement-breakpoint
CREATE TABLE "peppol_documents" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"may_be_received" boolean DEFAULT false NOT NULL,
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
	"corrects" uuid,
	"content" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"tax_point_at" timestamp (3) with time zone,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_kind" CHECK (("invoices"."kind" = 'CREDIT_NOTE') = ("invoices"."refund_id" is not null)),
	CONSTRAINT "invoices_corrects" CHECK ("invoices"."corrects" is null or "invoices"."kind" = 'INVOICE'),
	CONSTRAINT "invoices_tax_point" CHECK ("invoices"."tax_point_at" <= "invoices"."issued_at"),
	CONSTRAINT "invoices_sign" CHECK (("invoices"."kind" = 'INVOICE') = ("invoices"."total_cents" >= 0))
);
--> statement-breakpoint
CREATE TABLE "minute_allocations" (
	"entry_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"first" integer NOT NULL,
	"minutes" integer NOT NULL,
	"value_cents" integer NOT NULL,
	CONSTRAINT "minute_allocations_entry_id_lot_id_pk" PRIMARY KEY("entry_id","lot_id"),
	CONSTRAINT "minute_allocations_amounts" CHECK ("minute_allocations"."first" >= 0 and "minute_allocations"."minutes" <> 0 and "minute_allocations"."value_cents" * sign("minute_allocations"."minutes") >= 0)
);
--> statement-breakpoint
CREATE TABLE "minute_debts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"chargeback_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"resolution" text,
	CONSTRAINT "minute_debts_amount" CHECK ("minute_debts"."amount_cents" > 0),
	CONSTRAINT "minute_debts_settled" CHECK (("minute_debts"."settled_at" is null) = ("minute_debts"."resolution" is null) and "minute_debts"."resolution" in ('PAID', 'WAIVED'))
);
--> statement-breakpoint
CREATE TABLE "minute_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"minutes" integer NOT NULL,
	"value_cents" integer DEFAULT 0 NOT NULL,
	"purchase_id" uuid,
	"refund_id" uuid,
	"chargeback_id" uuid,
	"control_session_id" uuid,
	"order_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "minute_entries_vat_return" CHECK ("minute_entries"."kind" <> 'VAT_RETURN' or ("minute_entries"."minutes" = 0 and "minute_entries"."value_cents" < 0 and "minute_entries"."purchase_id" is not null)),
	CONSTRAINT "minute_entries_refund" CHECK (("minute_entries"."kind" = 'REFUND') = ("minute_entries"."refund_id" is not null) and ("minute_entries"."kind" <> 'REFUND' or ("minute_entries"."minutes" < 0 and "minute_entries"."purchase_id" is not null))),
	CONSTRAINT "minute_entries_chargeback" CHECK (("minute_entries"."kind" = 'CHARGEBACK') = ("minute_entries"."chargeback_id" is not null) and ("minute_entries"."kind" <> 'CHARGEBACK' or ("minute_entries"."minutes" < 0 and "minute_entries"."purchase_id" is not null))),
	CONSTRAINT "minute_entries_gift_return" CHECK ("minute_entries"."kind" <> 'GIFT_RETURN' or ("minute_entries"."minutes" < 0 and "minute_entries"."order_id" is not null)),
	CONSTRAINT "minute_entries_session_return" CHECK ("minute_entries"."kind" <> 'SESSION_RETURN' or ("minute_entries"."minutes" > 0 and "minute_entries"."control_session_id" is not null)),
	CONSTRAINT "minute_entries_sign" CHECK (("minute_entries"."minutes" <> 0 or "minute_entries"."kind" = 'VAT_RETURN') and ("minute_entries"."kind" <> 'SPEND' or "minute_entries"."minutes" < 0) and ("minute_entries"."kind" not in ('PURCHASE', 'GIFT') or "minute_entries"."minutes" > 0))
);
--> statement-breakpoint
CREATE TABLE "minute_lots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"minutes" integer NOT NULL,
	"value_cents" integer NOT NULL,
	"spent" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"vat_cents" integer DEFAULT 0 NOT NULL,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"final_at" timestamp (3) with time zone NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "minute_lots_used" CHECK ("minute_lots"."spent" >= 0 and "minute_lots"."returned" >= 0 and "minute_lots"."spent" + "minute_lots"."returned" <= "minute_lots"."minutes"),
	CONSTRAINT "minute_lots_value" CHECK ("minute_lots"."minutes" > 0 and "minute_lots"."value_cents" >= 0),
	CONSTRAINT "minute_lots_terms" CHECK ("minute_lots"."vat_cents" >= 0 and "minute_lots"."fee_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "minute_packages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"minutes" integer NOT NULL,
	"normal_price" integer NOT NULL,
	"session_price" integer NOT NULL,
	"popular" boolean NOT NULL,
	"active" boolean NOT NULL,
	"place" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "minute_packages_amounts" CHECK ("minute_packages"."minutes" > 0 and "minute_packages"."session_price" > 0 and "minute_packages"."normal_price" >= "minute_packages"."session_price"),
	CONSTRAINT "minute_packages_popular" CHECK ("minute_packages"."active" or not "minute_packages"."popular")
);
--> statement-breakpoint
CREATE TABLE "minute_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"package_id" text NOT NULL,
	"package_name" text NOT NULL,
	"minutes" integer NOT NULL,
	"price" integer NOT NULL,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"waived_at" timestamp (3) with time zone,
	"vat" jsonb,
	"from_live" boolean DEFAULT false NOT NULL,
	CONSTRAINT "minute_purchases_credit" CHECK ("minute_purchases"."credit_cents" between 0 and "minute_purchases"."price"),
	CONSTRAINT "minute_purchases_amounts" CHECK ("minute_purchases"."minutes" > 0 and "minute_purchases"."price" >= 0),
	CONSTRAINT "minute_purchases_status" CHECK ("minute_purchases"."status" in ('PENDING', 'PAID', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "earning_objections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"due_on" date NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earning_objections_answer" CHECK (("earning_objections"."answered_by" is null) = ("earning_objections"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"version" integer DEFAULT 0 NOT NULL,
	"given_at" timestamp (3) with time zone,
	"usable_at" timestamp (3) with time zone,
	"name_check" text,
	"name_checked_by" uuid,
	"name_checked_at" timestamp (3) with time zone,
	"self_billing_version" integer,
	"self_billing_agreed_at" timestamp (3) with time zone,
	"reminders" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payees_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "payees_given" CHECK (("payees"."encrypted" is null) = ("payees"."given_at" is null) and ("payees"."usable_at" is null) = ("payees"."given_at" is null)),
	CONSTRAINT "payees_self_billing" CHECK (("payees"."self_billing_version" is null) = ("payees"."self_billing_agreed_at" is null)),
	CONSTRAINT "payees_name_check" CHECK (("payees"."name_check" is null) = ("payees"."name_checked_by" is null) and ("payees"."name_check" is null) = ("payees"."name_checked_at" is null))
);
--> statement-breakpoint
CREATE TABLE "chargeback_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chargeback_reversals_amount" CHECK ("chargeback_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chargebacks_amount" CHECK ("chargebacks"."amount_cents" between 1 and "chargebacks"."total_cents")
);
--> statement-breakpoint
CREATE TABLE "payment_postbacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"event" text NOT NULL,
	"sale_number" text NOT NULL,
	"transaction_id" text NOT NULL,
	"parent_id" text,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_postbacks_event" CHECK ("payment_postbacks"."event" in ('SALE', 'CREDIT', 'CHARGEBACK', 'OTHER'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"checkout_url" text,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"country" text,
	"method" text,
	"fee_cents" integer,
	"sale_number" text,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"poll_at" timestamp (3) with time zone DEFAULT now(),
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('ORDER', 'MINUTES', 'GIFT')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('OPEN', 'PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED'))
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
CREATE TABLE "refund_resolutions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"how" text NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_resolutions_how" CHECK ("refund_resolutions"."how" in ('SEND_AGAIN', 'BY_HAND'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"credits" boolean DEFAULT false NOT NULL,
	"provider_id" text,
	"request_id" uuid,
	"voucher_cents" integer DEFAULT 0 NOT NULL,
	"class_cents" jsonb,
	"destination" text DEFAULT 'PAYMENT' NOT NULL,
	"is_external" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"by_hand_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_destination" CHECK ("refunds"."destination" in ('PAYMENT', 'CREDIT')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_failure" CHECK (("refunds"."failed_at" is null) = ("refunds"."failure" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"made_by" uuid,
	"execution_on" date NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"filed_at" timestamp (3) with time zone,
	"filed_by" uuid,
	"file_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_runs_filed" CHECK (("payout_runs"."state" = 'FILED') = ("payout_runs"."filed_at" is not null)),
	CONSTRAINT "payout_runs_hash" CHECK (("payout_runs"."file_hash" is null) = ("payout_runs"."filed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"end_to_end_id" text NOT NULL,
	"state" text DEFAULT 'RESERVED' NOT NULL,
	"filed_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"return_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_endToEndId_unique" UNIQUE("end_to_end_id"),
	CONSTRAINT "payouts_cents" CHECK ("payouts"."cents" > 0),
	CONSTRAINT "payouts_end_to_end_id" CHECK ("payouts"."end_to_end_id" ~ '^[A-Za-z0-9]{1,35}$'),
	CONSTRAINT "payouts_filed" CHECK ("payouts"."state" = 'RETURNED' or ("payouts"."state" = 'RESERVED') = ("payouts"."filed_at" is null)),
	CONSTRAINT "payouts_paid" CHECK ("payouts"."state" <> 'PAID' or "payouts"."paid_at" is not null),
	CONSTRAINT "payouts_returned" CHECK (("payouts"."state" = 'RETURNED') = ("payouts"."returned_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "self_billed_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"vat_status" text NOT NULL,
	"after_sequence" integer NOT NULL,
	"last_sequence" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"vat_cents" integer NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "self_billed_invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "self_billed_invoices_in_order" UNIQUE("creator_id","serial"),
	CONSTRAINT "self_billed_invoices_one_a_month" UNIQUE("creator_id","month"),
	CONSTRAINT "self_billed_invoices_follow" UNIQUE("creator_id","after_sequence"),
	CONSTRAINT "self_billed_invoices_entries" CHECK ("self_billed_invoices"."last_sequence" > "self_billed_invoices"."after_sequence"),
	CONSTRAINT "self_billed_invoices_serial" CHECK ("self_billed_invoices"."serial" > 0),
	CONSTRAINT "self_billed_invoices_sign" CHECK (("self_billed_invoices"."kind" = 'INVOICE') = ("self_billed_invoices"."net_cents" >= 0)),
	CONSTRAINT "self_billed_invoices_vat" CHECK ("self_billed_invoices"."vat_cents" = 0 or "self_billed_invoices"."vat_status" in ('VAT_BELGIUM', 'VAT_EU'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id")
);
--> statement-breakpoint
CREATE TABLE "vat_number_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vat_number" text NOT NULL,
	"is_valid" boolean NOT NULL,
	"name" text,
	"consultation" text,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vat_rates" (
	"country" text NOT NULL,
	"tax_class" text NOT NULL,
	"valid_from" date NOT NULL,
	"basis_points" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vat_rates_country_tax_class_valid_from_pk" PRIMARY KEY("country","tax_class","valid_from"),
	CONSTRAINT "vat_rates_class" CHECK ("vat_rates"."tax_class" in ('STANDARD', 'BOOKS')),
	CONSTRAINT "vat_rates_amount" CHECK ("vat_rates"."basis_points" between 0 and 5000)
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_tokens_purpose" CHECK ("account_tokens"."purpose" in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'EXPORT', 'TEST_MAIL'))
);
--> statement-breakpoint
CREATE TABLE "contact_digests" (
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "contact_digests_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"browser" text,
	"system" text,
	"place" text,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_sessions_id_unique" UNIQUE("id"),
	CONSTRAINT "login_sessions_confirmed" CHECK (("login_sessions"."confirmed_at" is null) = ("login_sessions"."confirmed_by" is null) and "login_sessions"."confirmed_by" in ('PASSKEY', 'CODE', 'PASSWORD'))
);
--> statement-breakpoint
CREATE TABLE "pending_logins" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replaced_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"guest_email" text,
	"guest_until" timestamp (3) with time zone,
	"password" text NOT NULL,
	"role" text DEFAULT 'USER' NOT NULL,
	"first_name" text,
	"last_name" text,
	"display_name" text NOT NULL,
	"date_of_birth" date,
	"phone" text,
	"avatar_url" text,
	"bio" text,
	"profile_visibility" text DEFAULT 'PRIVATE' NOT NULL,
	"show_statistics" boolean DEFAULT false NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"cart_reminders" boolean DEFAULT false NOT NULL,
	"sms_notifications" boolean DEFAULT false NOT NULL,
	"push_notifications" boolean DEFAULT true NOT NULL,
	"preferred_categories" text[] DEFAULT '{}' NOT NULL,
	"minutes_balance" integer DEFAULT 0 NOT NULL,
	"credits" integer DEFAULT 100 NOT NULL,
	"adult_statement_at" timestamp (3) with time zone NOT NULL,
	"policy_version" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"two_factor_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"profile_hidden_at" timestamp (3) with time zone,
	"delete_after" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_erased_once_closed" CHECK ("users"."erased_at" is null or "users"."delete_after" is not null),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('USER', 'MODEL', 'ADMIN', 'GUEST')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_guest_email_lower" CHECK ("users"."guest_email" = lower("users"."guest_email")),
	CONSTRAINT "users_guest" CHECK (case "users"."role" when 'GUEST' then "users"."email" = 'guest:' || "users"."id" and "users"."guest_until" is not null
        else "users"."email" not like 'guest:%' and "users"."guest_email" is null and "users"."guest_until" is null end),
	CONSTRAINT "users_visibility" CHECK ("users"."profile_visibility" in ('PUBLIC', 'PRIVATE')),
	CONSTRAINT "users_minutes_not_negative" CHECK ("users"."minutes_balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text,
	"street" text NOT NULL,
	"house_number" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text DEFAULT 'Nederland' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "setup_links_only_one" CHECK ("setup_links"."is_only")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"revision" integer NOT NULL,
	"body" jsonb NOT NULL,
	"label" text,
	"asks_acceptance" boolean DEFAULT false NOT NULL,
	"actor_id" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_versions_key_version_pk" PRIMARY KEY("key","version"),
	CONSTRAINT "content_versions_status" CHECK ("content_versions"."status" in ('DRAFT', 'PUBLISHED')),
	CONSTRAINT "content_versions_numbers" CHECK ("content_versions"."version" > 0 and "content_versions"."revision" > 0)
);
--> statement-breakpoint
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
	"encrypted" text,
	"key_id" integer,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_decisions_encrypted" CHECK (("content_decisions"."encrypted" is null) = ("content_decisions"."key_id" is null)),
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
CREATE TABLE "consent_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"text_version" text NOT NULL,
	"analytics" boolean NOT NULL,
	"functional" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_notification_preferences" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"in_shop" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "admin_notification_preferences_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"path" text NOT NULL,
	"in_shop" boolean DEFAULT true NOT NULL,
	"mail" boolean,
	"push" boolean,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"dispatched_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_filters_name" CHECK (length("saved_filters"."name") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('REGISTER', 'LOGIN', 'CONFIRM')),
	CONSTRAINT "passkey_challenges_register" CHECK ("passkey_challenges"."purpose" = 'LOGIN' or "passkey_challenges"."user_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "data_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"wrapped_key" text NOT NULL,
	"is_rotation" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"result_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "legacy_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"wrapped_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"props" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tried_from" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "back_in_stock_levels" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "back_in_stock_requests" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "back_in_stock_requests_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_one_line_per_product" UNIQUE("user_id","product_id"),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "cart_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "digital_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"code" text NOT NULL,
	"order_item_id" uuid,
	"piece" integer,
	"sold_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_codes_once" UNIQUE("product_id","code"),
	CONSTRAINT "digital_codes_sold" CHECK (("digital_codes"."order_item_id" is null) = ("digital_codes"."piece" is null) and ("digital_codes"."order_item_id" is null) = ("digital_codes"."sold_at" is null)),
	CONSTRAINT "digital_codes_unsold" CHECK ("digital_codes"."order_item_id" is not null or ("digital_codes"."seen_at" is null and "digital_codes"."voided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "digital_deliveries" (
	"order_item_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"kind" text NOT NULL,
	"max_downloads" integer NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"last_download_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "digital_deliveries_kind" CHECK ("digital_deliveries"."kind" in ('FILES', 'CODES', 'GIFT_CARD')),
	CONSTRAINT "digital_deliveries_downloads" CHECK ("digital_deliveries"."downloads" between 0 and "digital_deliveries"."max_downloads")
);
--> statement-breakpoint
CREATE TABLE "digital_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"storage_key" text NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_files_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "digital_files_bytes" CHECK ("digital_files"."bytes" between 1 and 2147483648),
	CONSTRAINT "digital_files_received" CHECK ("digital_files"."received" between 0 and "digital_files"."bytes"),
	CONSTRAINT "digital_files_ready" CHECK ("digital_files"."ready_at" is null or "digital_files"."received" = "digital_files"."bytes")
);
--> statement-breakpoint
CREATE TABLE "digital_products" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"max_downloads" integer DEFAULT 10 NOT NULL,
	"valid_days" integer DEFAULT 365 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_products_kind" CHECK ("digital_products"."kind" in ('FILES', 'CODES', 'GIFT_CARD')),
	CONSTRAINT "digital_products_limits" CHECK ("digital_products"."max_downloads" > 0 and "digital_products"."valid_days" > 0)
);
--> statement-breakpoint
CREATE TABLE "download_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_order_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'REQUESTED' NOT NULL,
	"carrier" text NOT NULL,
	"service_code" text,
	"service_name" text,
	"weight_grams" integer NOT NULL,
	"pickup_point_id" text,
	"provider_id" text,
	"parcel_id" text,
	"tracking_code" text,
	"failure" text,
	"claimed_until" timestamp (3) with time zone,
	"state" text,
	"state_message" text,
	"state_at" timestamp (3) with time zone,
	"polled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"made_at" timestamp (3) with time zone,
	"printed_at" timestamp (3) with time zone,
	CONSTRAINT "shipping_labels_kind" CHECK ("shipping_labels"."kind" in ('SHIPMENT', 'RETURN')),
	CONSTRAINT "shipping_labels_status" CHECK ("shipping_labels"."status" in ('REQUESTED', 'MADE', 'FAILED', 'CANCELLING', 'CANCELLED')),
	CONSTRAINT "shipping_labels_made" CHECK ("shipping_labels"."status" <> 'MADE' or "shipping_labels"."parcel_id" is not null),
	CONSTRAINT "shipping_labels_weight" CHECK ("shipping_labels"."weight_grams" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"price_per_item" integer NOT NULL,
	"discount" integer DEFAULT 0 NOT NULL,
	"vat_returned" integer DEFAULT 0 NOT NULL,
	"product_name" text NOT NULL,
	"image_url" text,
	"refunded_quantity" integer DEFAULT 0 NOT NULL,
	"is_digital" boolean DEFAULT false NOT NULL,
	"tax_class" text,
	"gift_card" jsonb,
	"gift_message" text,
	"gift_message_encrypted" text,
	"gift_message_key_id" integer,
	"hygiene_sealed" boolean DEFAULT false NOT NULL,
	"picked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_items_message" CHECK (("order_items"."gift_message_encrypted" is null) = ("order_items"."gift_message_key_id" is null)),
	CONSTRAINT "order_items_amounts" CHECK ("order_items"."quantity" > 0 and "order_items"."price_per_item" >= 0 and "order_items"."refunded_quantity" between 0 and "order_items"."quantity"),
	CONSTRAINT "order_items_discount" CHECK ("order_items"."discount" between 0 and "order_items"."quantity" * "order_items"."price_per_item"),
	CONSTRAINT "order_items_vat_returned" CHECK ("order_items"."vat_returned" between 0 and "order_items"."quantity" * "order_items"."price_per_item" - "order_items"."discount")
);
--> statement-breakpoint
CREATE TABLE "order_number_series" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_serial" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_numbers" (
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	CONSTRAINT "order_numbers_year_serial_pk" PRIMARY KEY("year","serial")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"total_amount" integer NOT NULL,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"tracking_code" text,
	"shipping_carrier" text,
	"has_tracking" boolean DEFAULT false NOT NULL,
	"tracking_cost" integer DEFAULT 0 NOT NULL,
	"shipping_cost" integer DEFAULT 0 NOT NULL,
	"promotions" jsonb,
	"shipping_first_name" text,
	"shipping_last_name" text,
	"shipping_company" text,
	"shipping_street" text,
	"shipping_house_number" text,
	"shipping_postal_code" text,
	"shipping_city" text,
	"shipping_country" text,
	"pickup_point" jsonb,
	"comments" text,
	"comments_encrypted" text,
	"comments_key_id" integer,
	"vat" jsonb,
	"promised_on" date,
	"is_closed" boolean DEFAULT false NOT NULL,
	"is_confirmation_queued" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
	CONSTRAINT "orders_comments" CHECK (("orders"."comments_encrypted" is null) = ("orders"."comments_key_id" is null)),
	CONSTRAINT "orders_credit" CHECK ("orders"."credit_cents" between 0 and "orders"."total_amount"),
	CONSTRAINT "orders_amounts" CHECK ("orders"."total_amount" >= 0 and "orders"."tracking_cost" >= 0),
	CONSTRAINT "orders_shipping" CHECK ("orders"."shipping_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"is_whole" boolean DEFAULT false NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"address" text,
	"problem" text,
	"owner_id" uuid,
	"place" integer,
	"unowned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_address_unique" UNIQUE("address"),
	CONSTRAINT "pictures_ready" CHECK (("pictures"."status" = 'READY') = ("pictures"."address" is not null)),
	CONSTRAINT "pictures_owned" CHECK (("pictures"."owner_id" is null) = ("pictures"."unowned_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"state" text NOT NULL,
	"change" jsonb,
	"selection" jsonb,
	"file_name" text,
	"file_key" text,
	"adds_new" boolean DEFAULT false NOT NULL,
	"cause" text,
	"note" text,
	"ignored" text[] DEFAULT '{}' NOT NULL,
	"problem" text,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_edits_kind" CHECK (("bulk_edits"."change" is null) = ("bulk_edits"."file_name" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_lines" (
	"bulk_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"product_id" uuid,
	"verdict" text NOT NULL,
	"values" jsonb,
	"changes" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	CONSTRAINT "bulk_lines_bulk_id_line_pk" PRIMARY KEY("bulk_id","line")
);
--> statement-breakpoint
CREATE TABLE "product_relations" (
	"product_id" uuid NOT NULL,
	"related_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_relations_product_id_related_id_pk" PRIMARY KEY("product_id","related_id")
);
--> statement-breakpoint
CREATE TABLE "catalog_changes" (
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"product_id" uuid,
	"seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "catalog_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"image_url" text,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"regular_price" integer,
	"prior_price" integer,
	"sale_ends_at" timestamp (3) with time zone,
	"purchase_price" integer,
	"shipping_cost" integer DEFAULT 0 NOT NULL,
	"image_url" text,
	"images" text[] DEFAULT '{}' NOT NULL,
	"category_id" uuid NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"reserved_stock" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"show_shipping_options" boolean DEFAULT true NOT NULL,
	"show_comments_field" boolean DEFAULT false NOT NULL,
	"hygiene_sealed" boolean DEFAULT false NOT NULL,
	"has_sexual_content" boolean DEFAULT false NOT NULL,
	"tax_class" text DEFAULT 'STANDARD' NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"length" integer,
	"width" integer,
	"height" integer,
	"review_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"parent_id" uuid,
	"options" jsonb,
	"option_values" text[] DEFAULT '{}' NOT NULL,
	"option_facets" text[] DEFAULT '{}' NOT NULL,
	"option_set_id" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"base_price" integer,
	"max_price" integer,
	"follows_price" boolean DEFAULT false NOT NULL,
	"content_ml" integer,
	"content_grams" integer,
	"barcode" text,
	"search_name" text,
	"search" "tsvector",
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_options" CHECK (case when "products"."options" is null then "products"."base_price" is null and "products"."max_price" is null
        else "products"."parent_id" is null and "products"."base_price" >= 0 and jsonb_array_length("products"."options") between 1 and 3 end),
	CONSTRAINT "products_variant" CHECK (cardinality("products"."option_values") between ("products"."parent_id" is not null)::int and 3 * ("products"."parent_id" is not null)::int),
	CONSTRAINT "products_slug" CHECK (length("products"."slug") between 1 and 100 and "products"."slug" <> 'search'
        and "products"."slug" !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
	CONSTRAINT "products_tax_class" CHECK ("products"."tax_class" in ('STANDARD', 'BOOKS', 'EXEMPT')),
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0 and "products"."shipping_cost" >= 0),
	CONSTRAINT "products_purchase_price" CHECK ("products"."purchase_price" >= 0),
	CONSTRAINT "products_sale_price" CHECK (num_nulls("products"."regular_price", "products"."sale_ends_at") in (0, 2)
        and coalesce("products"."regular_price" > "products"."price", "products"."prior_price" is null)
        and coalesce("products"."prior_price" > "products"."price", true)),
	CONSTRAINT "products_rating" CHECK ("products"."rating_sum" between "products"."review_count" and 5 * "products"."review_count"),
	CONSTRAINT "products_stock" CHECK (0 <= "products"."reserved_stock" and "products"."reserved_stock" <= "products"."stock")
);
--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"order_id" uuid,
	"cause" text,
	"reason" text,
	"stock_after" integer,
	"unit_cost" integer,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_entries_unit_cost" CHECK ("stock_entries"."unit_cost" is null or ("stock_entries"."unit_cost" >= 0 and "stock_entries"."pieces" > 0)),
	CONSTRAINT "stock_entries_kind" CHECK (case "stock_entries"."kind" when 'SALE' then "stock_entries"."pieces" < 0 and "stock_entries"."order_id" is not null
        when 'RETURN' then "stock_entries"."pieces" > 0 and "stock_entries"."order_id" is not null
        when 'INTAKE' then "stock_entries"."pieces" > 0 when 'CORRECTION' then "stock_entries"."pieces" <> 0 else false end)
);
--> statement-breakpoint
CREATE TABLE "cart_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_reservations_one_per_product" UNIQUE("session_id","product_id"),
	CONSTRAINT "cart_reservations_quantity" CHECK ("cart_reservations"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"available" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changed_prices" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"old_cents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"old_cents" integer,
	"new_cents" integer NOT NULL,
	"source" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "price_entries_price" CHECK ("price_entries"."new_cents" >= 0 and "price_entries"."new_cents" is distinct from "price_entries"."old_cents")
);
--> statement-breakpoint
CREATE TABLE "product_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"sale_cents" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'PLANNED' NOT NULL,
	"due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case "product_sales"."state" when 'PLANNED' then "product_sales"."starts_at" when 'RUNNING' then "product_sales"."ends_at" end) STORED,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_sales_price" CHECK ("product_sales"."sale_cents" >= 0),
	CONSTRAINT "product_sales_period" CHECK ("product_sales"."starts_at" < "product_sales"."ends_at"),
	CONSTRAINT "product_sales_state" CHECK ("product_sales"."state" in ('PLANNED', 'RUNNING', 'ENDED', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "economic_operators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"electronic_address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "economic_operators_country" CHECK ("economic_operators"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "product_label_pictures" (
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_label_pictures_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_manuals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"language" text NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_manuals_one_per_language" UNIQUE("product_id","language"),
	CONSTRAINT "product_manuals_language" CHECK ("product_manuals"."language" in ('nl', 'fr', 'de', 'en')),
	CONSTRAINT "product_manuals_bytes" CHECK ("product_manuals"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_safety" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"manufacturer_id" uuid NOT NULL,
	"responsible_person_id" uuid,
	"model" text NOT NULL,
	"warnings" text,
	"warnings_fr" text,
	"materials" text,
	"radio" text,
	"battery" text,
	"label_owner_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "option_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "option_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" uuid NOT NULL,
	"facets" text[] NOT NULL,
	"variants" jsonb NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('dutch', option_words(facets))) STORED
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"discount_cents" integer NOT NULL,
	"is_once" boolean NOT NULL,
	"is_beyond_limit" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_uses_once_per_order" UNIQUE("order_id","promotion_id"),
	CONSTRAINT "promotion_uses_state" CHECK ("promotion_uses"."state" in ('HELD', 'REDEEMED', 'RELEASED')),
	CONSTRAINT "promotion_uses_discount" CHECK ("promotion_uses"."discount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"code" text,
	"kind" text NOT NULL,
	"percentage" integer,
	"amount_cents" integer,
	"buy_quantity" integer,
	"free_quantity" integer,
	"minutes" integer,
	"target" text DEFAULT 'EVERYTHING' NOT NULL,
	"target_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"minimum_cents" integer DEFAULT 0 NOT NULL,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"once_per_customer" boolean DEFAULT false NOT NULL,
	"max_uses" integer,
	"use_count" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"is_combinable" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_kind" CHECK (coalesce(case "promotions"."kind" when 'PERCENTAGE' then "promotions"."percentage" between 1 and 100
        when 'AMOUNT' then "promotions"."amount_cents" > 0
        when 'BUNDLE' then "promotions"."percentage" between 1 and 100 and "promotions"."target" = 'PRODUCTS'
          and jsonb_array_length("promotions"."target_ids") between 2 and 4
        when 'BUY_X_GET_Y' then "promotions"."buy_quantity" > 0 and "promotions"."free_quantity" > 0
        when 'MINUTES' then "promotions"."minutes" between 1 and 600
        when 'FREE_TRACKING' then true else false end, false)),
	CONSTRAINT "promotions_target" CHECK ("promotions"."target" in ('EVERYTHING', 'CATEGORIES', 'PRODUCTS') and ("promotions"."target" = 'EVERYTHING') = (jsonb_array_length("promotions"."target_ids") = 0)),
	CONSTRAINT "promotions_limits" CHECK ("promotions"."minimum_cents" >= 0 and "promotions"."use_count" >= 0 and "promotions"."max_uses" > 0 and "promotions"."use_count" <= "promotions"."max_uses"),
	CONSTRAINT "promotions_period" CHECK ("promotions"."starts_at" < "promotions"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "recall_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recall_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "recall_notices_once_per_buyer" UNIQUE("recall_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"image_url" text,
	"brand" text,
	"model" text,
	"identification" text,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"hazard" text NOT NULL,
	"action" text NOT NULL,
	"remedies" text[] DEFAULT '{}' NOT NULL,
	"remedy_exception" text,
	"hazard_fr" text,
	"action_fr" text,
	"identification_fr" text,
	"remedy_exception_fr" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recalls_period" CHECK ("recalls"."starts_on" <= "recalls"."ends_on"),
	CONSTRAINT "recalls_french_complete" CHECK (("recalls"."hazard_fr" is null) = ("recalls"."action_fr" is null)),
	CONSTRAINT "recalls_remedies" CHECK ("recalls"."remedies" <@ array['REPAIR', 'REPLACEMENT', 'REFUND'])
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"text" text,
	"approved_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_one_per_buyer" UNIQUE("product_id","user_id"),
	CONSTRAINT "reviews_decided_once" CHECK ("reviews"."approved_at" is null or "reviews"."rejected_at" is null),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "shipping_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	"weight_from" integer DEFAULT 0 NOT NULL,
	"weight_to" integer NOT NULL,
	"max_length" double precision,
	"max_width" double precision,
	"max_height" double precision,
	"price" integer NOT NULL,
	"service_name" text NOT NULL,
	"delivery_time" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "shipping_rates_weight" CHECK (0 <= "shipping_rates"."weight_from" and "shipping_rates"."weight_from" < "shipping_rates"."weight_to"),
	CONSTRAINT "shipping_rates_price" CHECK ("shipping_rates"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shipping_zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"countries" text[] NOT NULL,
	"carrier" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid,
	"name" text,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"order_id" uuid,
	"order_number" text,
	"content_url" text,
	"status" text NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"submission_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_conversations_reference_unique" UNIQUE("reference"),
	CONSTRAINT "support_conversations_submissionHash_unique" UNIQUE("submission_hash"),
	CONSTRAINT "support_conversations_status" CHECK ("support_conversations"."status" in ('OPEN', 'ANSWERED', 'CLOSED')),
	CONSTRAINT "support_conversations_due" CHECK (("support_conversations"."status" = 'OPEN') = ("support_conversations"."due_at" is not null)),
	CONSTRAINT "support_conversations_waiting" CHECK ("support_conversations"."status" <> 'OPEN' or "support_conversations"."waiting_since" is not null)
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"is_from_shop" boolean NOT NULL,
	"author_id" uuid,
	"text" text DEFAULT '…' NOT NULL,
	"encrypted" text,
	"key_id" integer,
	"submission_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_messages_submissionHash_unique" UNIQUE("submission_hash"),
	CONSTRAINT "support_messages_encrypted" CHECK (("support_messages"."encrypted" is null) = ("support_messages"."key_id" is null)),
	CONSTRAINT "support_messages_text" CHECK (length("support_messages"."text") between 1 and 4000),
	CONSTRAINT "support_messages_author" CHECK ("support_messages"."is_from_shop" or "support_messages"."author_id" is null)
);
--> statement-breakpoint
CREATE TABLE "support_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"purchased" boolean DEFAULT false NOT NULL,
	"price_cents" integer,
	"notified_cents" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishlist_items_once" UNIQUE("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_lines" (
	"withdrawal_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"id" uuid,
	"accepted" boolean NOT NULL,
	"quantity" integer,
	"reason" text,
	"note" text,
	"encrypted" text,
	"key_id" integer,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawal_lines_withdrawal_id_item_id_pk" PRIMARY KEY("withdrawal_id","item_id"),
	CONSTRAINT "withdrawal_lines_encrypted" CHECK (("withdrawal_lines"."encrypted" is null) = ("withdrawal_lines"."key_id" is null)),
	CONSTRAINT "withdrawal_lines_quantity" CHECK ("withdrawal_lines"."quantity" is null or ("withdrawal_lines"."accepted" and "withdrawal_lines"."quantity" > 0)),
	CONSTRAINT "withdrawal_lines_reason" CHECK ("withdrawal_lines"."accepted" = ("withdrawal_lines"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"order_number" text NOT NULL,
	"order_id" uuid,
	"item_ids" uuid[] DEFAULT '{}' NOT NULL,
	"quantities" integer[] DEFAULT '{}' NOT NULL,
	"unmatched" text[] DEFAULT '{}' NOT NULL,
	"remark" text,
	"remark_encrypted" text,
	"remark_key_id" integer,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"accepted" boolean,
	"answer" text,
	"answer_encrypted" text,
	"answer_key_id" integer,
	CONSTRAINT "withdrawals_remark" CHECK (("withdrawals"."remark_encrypted" is null) = ("withdrawals"."remark_key_id" is null)),
	CONSTRAINT "withdrawals_answer" CHECK (("withdrawals"."answer_encrypted" is null) = ("withdrawals"."answer_key_id" is null)),
	CONSTRAINT "withdrawals_quantities" CHECK (cardinality("withdrawals"."quantities") in (0, cardinality("withdrawals"."item_ids")) and 0 <= all("withdrawals"."quantities")),
	CONSTRAINT "withdrawals_answered_whole" CHECK (("withdrawals"."handled_at" is null) = ("withdrawals"."accepted" is null) and ("withdrawals"."handled_at" is null) = ("withdrawals"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "simulator_apps" (
	"uid" text PRIMARY KEY NOT NULL,
	"utoken" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"utoken" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_commands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"uid" text,
	"body" json
);
--> statement-breakpoint
CREATE TABLE "simulator_lovense_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_lovense_faults_one" CHECK ("simulator_lovense_faults"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "simulator_toys" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"nick_name" text DEFAULT '' NOT NULL,
	"runs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"runs_until" bigint DEFAULT 0 NOT NULL,
	"ran_ms" bigint DEFAULT 0 NOT NULL,
	"settled_at" bigint DEFAULT 0 NOT NULL,
	"last_command_id" bigint DEFAULT 0 NOT NULL
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
CREATE TABLE "simulator_mollie_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_mollie_faults_one" CHECK ("simulator_mollie_faults"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "simulator_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "simulator_payments_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"status_at" timestamp (3) with time zone,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"charged_back_cents" bigint DEFAULT 0 NOT NULL,
	"description" text NOT NULL,
	"redirect_url" text NOT NULL,
	"cancel_url" text,
	"webhook_url" text,
	"locale" text,
	"method" json,
	"metadata" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "simulator_payments_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "simulator_payments_status" CHECK ("simulator_payments"."status" in ('open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed')),
	CONSTRAINT "simulator_payments_given_back" CHECK ("simulator_payments"."refunded_cents" >= 0 and "simulator_payments"."charged_back_cents" >= 0 and "simulator_payments"."refunded_cents" + "simulator_payments"."charged_back_cents" <= "simulator_payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "simulator_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "simulator_refunds_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"metadata" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "simulator_refunds_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "simulator_refunds_status" CHECK ("simulator_refunds"."status" in ('queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "simulator_webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"url" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_parcels" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_parcels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 383700001 CACHE 1),
	"shipment_id" text NOT NULL,
	"is_return" boolean NOT NULL,
	"external_reference" text,
	"order_number" text,
	"service_code" text NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"from_address" jsonb NOT NULL,
	"to_address" jsonb NOT NULL,
	"service_point_id" text,
	"weight" text NOT NULL,
	"status_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulator_parcels_shipmentId_unique" UNIQUE("shipment_id")
);
--> statement-breakpoint
CREATE TABLE "simulator_sendcloud_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_sendcloud_faults_one" CHECK ("simulator_sendcloud_faults"."id" = 1)
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
CREATE TABLE "simulator_postbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_postbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"query" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"status" integer,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "simulator_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 7000001 CACHE 1),
	"reference_id" text,
	"start" jsonb NOT NULL,
	"signature" text NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	"charged_back_cents" bigint DEFAULT 0 NOT NULL,
	"method" text,
	"country" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"refund_due_at" timestamp (3) with time zone,
	CONSTRAINT "simulator_sales_referenceId_unique" UNIQUE("reference_id"),
	CONSTRAINT "simulator_sales_paid" CHECK (("simulator_sales"."paid_at" is null) = ("simulator_sales"."method" is null) and ("simulator_sales"."paid_at" is null) = ("simulator_sales"."country" is null)),
	CONSTRAINT "simulator_sales_given_back" CHECK ("simulator_sales"."credited_cents" >= 0 and "simulator_sales"."charged_back_cents" >= 0 and "simulator_sales"."amount_cents" > 0
        and greatest("simulator_sales"."credited_cents", "simulator_sales"."charged_back_cents") <= "simulator_sales"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "simulator_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 9000001 CACHE 1),
	"sale_id" bigint NOT NULL,
	"event" text,
	"parent_id" bigint,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulator_transactions_event" CHECK ("simulator_transactions"."event" in ('credit', 'chargeback')),
	CONSTRAINT "simulator_transactions_parent" CHECK (("simulator_transactions"."event" is null) = ("simulator_transactions"."parent_id" is null))
);
--> statement-breakpoint
CREATE TABLE "simulator_verotel_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_verotel_faults_one" CHECK ("simulator_verotel_faults"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "analytics" ADD CONSTRAINT "analytics_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_analytics_id_analytics_id_fk" FOREIGN KEY ("analytics_id") REFERENCES "public"."analytics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_analytics_id_analytics_id_fk" FOREIGN KEY ("analytics_id") REFERENCES "public"."analytics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_reports" ADD CONSTRAINT "closed_reports_quarter_closed_periods_quarter_fk" FOREIGN KEY ("quarter") REFERENCES "public"."closed_periods"("quarter") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_agreements" ADD CONSTRAINT "creator_agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_applications" ADD CONSTRAINT "creator_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_applications" ADD CONSTRAINT "creator_applications_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_applications" ADD CONSTRAINT "creator_applications_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_applications" ADD CONSTRAINT "creator_applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_images" ADD CONSTRAINT "identity_images_application_id_creator_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."creator_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_images" ADD CONSTRAINT "identity_images_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_subjects" ADD CONSTRAINT "identity_subjects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block_settings" ADD CONSTRAINT "block_settings_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_areas" ADD CONSTRAINT "blocked_areas_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_contacts" ADD CONSTRAINT "blocked_contacts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_users" ADD CONSTRAINT "blocked_users_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_users" ADD CONSTRAINT "blocked_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_notes" ADD CONSTRAINT "creator_notes_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_notes" ADD CONSTRAINT "creator_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_notes" ADD CONSTRAINT "creator_notes_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_notes" ADD CONSTRAINT "creator_notes_reason_key_id_data_keys_id_fk" FOREIGN KEY ("reason_key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_pages" ADD CONSTRAINT "creator_pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_pictures" ADD CONSTRAINT "creator_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_reserved_slugs" ADD CONSTRAINT "creator_reserved_slugs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_reviews" ADD CONSTRAINT "creator_reviews_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_reviews" ADD CONSTRAINT "creator_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_reviews" ADD CONSTRAINT "creator_reviews_session_id_toy_control_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."toy_control_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_suspensions" ADD CONSTRAINT "creator_suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_suspensions" ADD CONSTRAINT "creator_suspensions_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_suspensions" ADD CONSTRAINT "creator_suspensions_suspended_by_users_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_suspensions" ADD CONSTRAINT "creator_suspensions_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creators" ADD CONSTRAINT "creators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_follows" ADD CONSTRAINT "creator_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_follows" ADD CONSTRAINT "creator_follows_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD CONSTRAINT "wishlist_purchases_wishlist_item_id_gifts_id_fk" FOREIGN KEY ("wishlist_item_id") REFERENCES "public"."gifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD CONSTRAINT "wishlist_purchases_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_purchases" ADD CONSTRAINT "wishlist_purchases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_favourites" ADD CONSTRAINT "creator_favourites_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_favourites" ADD CONSTRAINT "creator_favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_menus" ADD CONSTRAINT "creator_menus_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_consents" ADD CONSTRAINT "session_consents_session_id_toy_control_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."toy_control_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_toy_id_toys_id_fk" FOREIGN KEY ("toy_id") REFERENCES "public"."toys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD CONSTRAINT "toy_control_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD CONSTRAINT "toy_control_sessions_toy_device_id_toys_id_fk" FOREIGN KEY ("toy_device_id") REFERENCES "public"."toys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_queue" ADD CONSTRAINT "toy_queue_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_queue" ADD CONSTRAINT "toy_queue_toy_id_toys_id_fk" FOREIGN KEY ("toy_id") REFERENCES "public"."toys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_links" ADD CONSTRAINT "stop_links_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_links" ADD CONSTRAINT "toy_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toys" ADD CONSTRAINT "toys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_message_key_id_data_keys_id_fk" FOREIGN KEY ("message_key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_account_id_credit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_accounts" ADD CONSTRAINT "earning_accounts_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_entries" ADD CONSTRAINT "earning_entries_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_entries" ADD CONSTRAINT "earning_entries_minute_entry_id_minute_entries_id_fk" FOREIGN KEY ("minute_entry_id") REFERENCES "public"."minute_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_entries" ADD CONSTRAINT "earning_entries_lot_id_minute_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."minute_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_entries" ADD CONSTRAINT "earning_entries_purchase_id_minute_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."minute_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peppol_documents" ADD CONSTRAINT "peppol_documents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_periods" ADD CONSTRAINT "closed_periods_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_invoices_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_allocations" ADD CONSTRAINT "minute_allocations_entry_id_minute_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."minute_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_allocations" ADD CONSTRAINT "minute_allocations_lot_id_minute_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."minute_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_debts" ADD CONSTRAINT "minute_debts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_debts" ADD CONSTRAINT "minute_debts_purchase_id_minute_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."minute_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_entries" ADD CONSTRAINT "minute_entries_purchase_id_minute_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."minute_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_lots" ADD CONSTRAINT "minute_lots_id_minute_entries_id_fk" FOREIGN KEY ("id") REFERENCES "public"."minute_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_lots" ADD CONSTRAINT "minute_lots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD CONSTRAINT "minute_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_objections" ADD CONSTRAINT "earning_objections_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_objections" ADD CONSTRAINT "earning_objections_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_objections" ADD CONSTRAINT "earning_objections_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_name_checked_by_users_id_fk" FOREIGN KEY ("name_checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargeback_reversals" ADD CONSTRAINT "chargeback_reversals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_failures" ADD CONSTRAINT "refund_failures_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_resolutions" ADD CONSTRAINT "refund_resolutions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_resolutions" ADD CONSTRAINT "refund_resolutions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_filed_by_users_id_fk" FOREIGN KEY ("filed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_billed_invoices" ADD CONSTRAINT "self_billed_invoices_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_billed_invoices" ADD CONSTRAINT "self_billed_invoices_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_digests" ADD CONSTRAINT "contact_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_logins" ADD CONSTRAINT "pending_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_tokens" ADD CONSTRAINT "replaced_tokens_session_id_login_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_report_id_content_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."content_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_cases" ADD CONSTRAINT "content_cases_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_report_tokens" ADD CONSTRAINT "content_report_tokens_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_report_tokens" ADD CONSTRAINT "content_report_tokens_report_id_content_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."content_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_case_id_content_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."content_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_notification_preferences" ADD CONSTRAINT "admin_notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_login_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock_levels" ADD CONSTRAINT "back_in_stock_levels_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock_requests" ADD CONSTRAINT "back_in_stock_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock_requests" ADD CONSTRAINT "back_in_stock_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_changes" ADD CONSTRAINT "cart_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_codes" ADD CONSTRAINT "digital_codes_product_id_digital_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."digital_products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_codes" ADD CONSTRAINT "digital_codes_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_deliveries" ADD CONSTRAINT "digital_deliveries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_files" ADD CONSTRAINT "digital_files_product_id_digital_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."digital_products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_products" ADD CONSTRAINT "digital_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_tokens" ADD CONSTRAINT "download_tokens_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_order_tokens" ADD CONSTRAINT "guest_order_tokens_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_labels" ADD CONSTRAINT "shipping_labels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_gift_message_key_id_data_keys_id_fk" FOREIGN KEY ("gift_message_key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_comments_key_id_data_keys_id_fk" FOREIGN KEY ("comments_key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_lines" ADD CONSTRAINT "bulk_lines_bulk_id_bulk_edits_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relations" ADD CONSTRAINT "product_relations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relations" ADD CONSTRAINT "product_relations_related_id_products_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_parent_id_products_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_option_set_id_option_sets_id_fk" FOREIGN KEY ("option_set_id") REFERENCES "public"."option_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_reservations" ADD CONSTRAINT "cart_reservations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changed_prices" ADD CONSTRAINT "changed_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_entries" ADD CONSTRAINT "price_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_label_pictures" ADD CONSTRAINT "product_label_pictures_product_id_product_safety_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product_safety"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_manuals" ADD CONSTRAINT "product_manuals_product_id_product_safety_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product_safety"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_manufacturer_id_economic_operators_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."economic_operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_responsible_person_id_economic_operators_id_fk" FOREIGN KEY ("responsible_person_id") REFERENCES "public"."economic_operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD CONSTRAINT "shipping_rates_zone_id_shipping_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."shipping_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tokens" ADD CONSTRAINT "support_tokens_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_remark_key_id_data_keys_id_fk" FOREIGN KEY ("remark_key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_answer_key_id_data_keys_id_fk" FOREIGN KEY ("answer_key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_toys" ADD CONSTRAINT "simulator_toys_uid_simulator_apps_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."simulator_apps"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_chargebacks" ADD CONSTRAINT "simulator_chargebacks_payment_id_simulator_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulator_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_refunds" ADD CONSTRAINT "simulator_refunds_payment_id_simulator_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulator_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_webhooks" ADD CONSTRAINT "simulator_webhooks_payment_id_simulator_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulator_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_postbacks" ADD CONSTRAINT "simulator_postbacks_transaction_id_simulator_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."simulator_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_transactions" ADD CONSTRAINT "simulator_transactions_sale_id_simulator_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."simulator_sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulator_transactions" ADD CONSTRAINT "simulator_transactions_parent_id_simulator_transactions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."simulator_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analytics_one_open" ON "analytics" USING btree ("session_id") WHERE "analytics"."is_open";--> statement-breakpoint
CREATE INDEX "analytics_open_by_end" ON "analytics" USING btree ("session_end") WHERE "analytics"."is_open";--> statement-breakpoint
CREATE INDEX "analytics_by_visitor" ON "analytics" USING btree ("visitor","session_start");--> statement-breakpoint
CREATE INDEX "analytics_by_start" ON "analytics" USING btree ("session_start");--> statement-breakpoint
CREATE INDEX "analytics_by_user" ON "analytics" USING btree ("user_id") WHERE "analytics"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "analytics_events_by_visit" ON "analytics_events" USING btree ("analytics_id");--> statement-breakpoint
CREATE INDEX "analytics_events_by_age" ON "analytics_events" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "page_views_by_visit" ON "page_views" USING btree ("analytics_id","timestamp");--> statement-breakpoint
CREATE INDEX "page_views_by_age" ON "page_views" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "internal_notes_by_order" ON "internal_notes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "internal_notes_by_customer" ON "internal_notes" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "internal_notes_by_key" ON "internal_notes" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "data_exports_by_key" ON "data_exports" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "vat_rechecks_due" ON "vat_rechecks" USING btree ("next_at") WHERE "vat_rechecks"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "vat_rechecks_vat_number_index" ON "vat_rechecks" USING btree ("vat_number");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_agreements_one_each" ON "creator_agreements" USING btree ("user_id","version") WHERE "creator_agreements"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "creator_agreements_by_time" ON "creator_agreements" USING btree ("user_id","signed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_applications_one_open" ON "creator_applications" USING btree ("user_id") WHERE "creator_applications"."state" in ('DRAFT', 'SENT', 'APPROVED_ONCE');--> statement-breakpoint
CREATE INDEX "creator_applications_by_user" ON "creator_applications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "creator_applications_by_state" ON "creator_applications" USING btree ("state","sent_at");--> statement-breakpoint
CREATE INDEX "creator_applications_key_id_index" ON "creator_applications" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "identity_images_application_id_index" ON "identity_images" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "identity_images_key_id_index" ON "identity_images" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "identity_subjects_user_id_index" ON "identity_subjects" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_areas_once" ON "blocked_areas" USING btree ("creator_id","country","postcode");--> statement-breakpoint
CREATE INDEX "blocked_users_by_user" ON "blocked_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_notes_once" ON "creator_notes" USING btree ("creator_id","user_id");--> statement-breakpoint
CREATE INDEX "creator_notes_by_user" ON "creator_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "creator_notes_by_key" ON "creator_notes" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "creator_notes_by_reason_key" ON "creator_notes" USING btree ("reason_key_id");--> statement-breakpoint
CREATE INDEX "creator_notes_to_delete" ON "creator_notes" USING btree ("expires_at") WHERE "creator_notes"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_pages_slug" ON "creator_pages" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "creator_pages_waiting" ON "creator_pages" USING btree ("submitted_at") WHERE "creator_pages"."draft" is not null;--> statement-breakpoint
CREATE INDEX "creator_pictures_by_user" ON "creator_pictures" USING btree ("user_id","kind","position");--> statement-breakpoint
CREATE INDEX "creator_pictures_waiting" ON "creator_pictures" USING btree ("created_at") WHERE "creator_pictures"."approved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_pictures_one_portrait" ON "creator_pictures" USING btree ("user_id",("approved_at" is null)) WHERE "creator_pictures"."kind" = 'PORTRAIT';--> statement-breakpoint
CREATE UNIQUE INDEX "creator_pictures_path" ON "creator_pictures" USING btree ("path");--> statement-breakpoint
CREATE INDEX "creator_reviews_shown" ON "creator_reviews" USING btree ("creator_id","created_at") WHERE "creator_reviews"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "creator_reviews_waiting" ON "creator_reviews" USING btree ("created_at") WHERE ("creator_reviews"."approved_at" is null and "creator_reviews"."rejected_at" is null) or ("creator_reviews"."answer" is not null and "creator_reviews"."answer_approved_at" is null);--> statement-breakpoint
CREATE INDEX "creator_reviews_user_id_index" ON "creator_reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "creator_reviews_session_id_index" ON "creator_reviews" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "creator_suspensions_by_user" ON "creator_suspensions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "creator_suspensions_by_key" ON "creator_suspensions" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "creator_follows_to_tell" ON "creator_follows" USING btree ("creator_id") WHERE "creator_follows"."wants_notice";--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_purchases_single" ON "wishlist_purchases" USING btree ("wishlist_item_id") WHERE "wishlist_purchases"."is_single" and "wishlist_purchases"."status" in ('PENDING', 'PAID');--> statement-breakpoint
CREATE INDEX "wishlist_purchases_by_gift" ON "wishlist_purchases" USING btree ("wishlist_item_id","status","created_at");--> statement-breakpoint
CREATE INDEX "wishlist_purchases_by_age" ON "wishlist_purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wishlist_purchases_by_status" ON "wishlist_purchases" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "wishlist_purchases_buyer_id_index" ON "wishlist_purchases" USING btree ("buyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_purchases_one_per_payment" ON "wishlist_purchases" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "gifts_by_place" ON "gifts" USING btree ("position","created_at");--> statement-breakpoint
CREATE INDEX "gifts_owner_id_index" ON "gifts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "creator_favourites_by_user" ON "creator_favourites" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_by_sender" ON "messages" USING btree ("from_user_id","to_user_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("to_user_id","from_user_id") WHERE "messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "messages_by_key" ON "messages" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "toy_control_sessions_one_live_per_toy" ON "toy_control_sessions" USING btree ("toy_device_id") WHERE "toy_control_sessions"."status" <> 'STOPPED';--> statement-breakpoint
CREATE UNIQUE INDEX "toy_control_sessions_one_live_per_user" ON "toy_control_sessions" USING btree ("user_id") WHERE "toy_control_sessions"."status" <> 'STOPPED';--> statement-breakpoint
CREATE INDEX "toy_control_sessions_by_user" ON "toy_control_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "toy_control_sessions_by_toy" ON "toy_control_sessions" USING btree ("toy_device_id","created_at");--> statement-breakpoint
CREATE INDEX "toy_queue_in_order" ON "toy_queue" USING btree ("toy_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "toy_queue_one_offer_per_toy" ON "toy_queue" USING btree ("toy_id") WHERE "toy_queue"."claim_until" is not null;--> statement-breakpoint
CREATE INDEX "stop_links_creator_id_index" ON "stop_links" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "toys_owner_id_index" ON "toys" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_one_per_user" ON "credit_accounts" USING btree ("user_id") WHERE "credit_accounts"."kind" = 'STORE_CREDIT';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_code" ON "credit_accounts" USING btree ("code_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_piece" ON "credit_accounts" USING btree ("order_item_id","piece");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_age" ON "credit_accounts" USING btree ("created_at","id") WHERE "credit_accounts"."kind" = 'GIFT_CARD';--> statement-breakpoint
CREATE INDEX "credit_accounts_undelivered" ON "credit_accounts" USING btree ("deliver_on") WHERE "credit_accounts"."delivered_at" is null and "credit_accounts"."blocked_at" is null and "credit_accounts"."kind" = 'GIFT_CARD';--> statement-breakpoint
CREATE INDEX "credit_accounts_expiring" ON "credit_accounts" USING btree ("expires_at") WHERE "credit_accounts"."balance_cents" > 0 and "credit_accounts"."kind" = 'GIFT_CARD';--> statement-breakpoint
CREATE INDEX "credit_accounts_with_code" ON "credit_accounts" USING btree ("delivered_at") WHERE "credit_accounts"."encrypted" is not null;--> statement-breakpoint
CREATE INDEX "credit_accounts_by_message_key" ON "credit_accounts" USING btree ("message_key_id") WHERE "credit_accounts"."message_key_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_entries_by_account" ON "credit_entries" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_issued_once" ON "credit_entries" USING btree ("account_id") WHERE "credit_entries"."kind" = 'ISSUE';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_of_payment" ON "credit_entries" USING btree ("payment_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_refunded_once" ON "credit_entries" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "earning_entries_in_order" ON "earning_entries" USING btree ("creator_id","sequence");--> statement-breakpoint
CREATE INDEX "earning_entries_by_age" ON "earning_entries" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "earning_entries_by_time_of_payout" ON "earning_entries" USING btree ("creator_id","payable_at");--> statement-breakpoint
CREATE INDEX "earning_entries_session_id_index" ON "earning_entries" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "earning_entries_purchase_id_index" ON "earning_entries" USING btree ("purchase_id");--> statement-breakpoint
CREATE UNIQUE INDEX "earning_entries_of_minutes" ON "earning_entries" USING btree ("minute_entry_id","lot_id") WHERE "earning_entries"."type" = 'EARNED';--> statement-breakpoint
CREATE UNIQUE INDEX "earning_entries_of_gift" ON "earning_entries" USING btree ("gift_id") WHERE "earning_entries"."type" = 'EARNED';--> statement-breakpoint
CREATE UNIQUE INDEX "earning_entries_taken_back_once" ON "earning_entries" USING btree ("reverses_id","cause_id");--> statement-breakpoint
CREATE UNIQUE INDEX "earning_entries_of_payout" ON "earning_entries" USING btree ("payout_id","type");--> statement-breakpoint
CREATE INDEX "earning_shares_by_creator" ON "earning_shares" USING btree ("source","creator_id","starts_at");--> statement-breakpoint
CREATE INDEX "peppol_documents_open" ON "peppol_documents" USING btree ("next_attempt_at") WHERE "peppol_documents"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "peppol_documents_to_poll" ON "peppol_documents" USING btree ("polled_at") WHERE "peppol_documents"."status" = 'SENT' and "peppol_documents"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "peppol_documents_undelivered" ON "peppol_documents" USING btree ("created_at") WHERE "peppol_documents"."status" in ('UNSENT', 'NO_RECEIVER', 'FAILED');--> statement-breakpoint
CREATE INDEX "peppol_events_by_time" ON "peppol_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_subject" ON "invoices" USING btree ("subject_id") WHERE "invoices"."kind" = 'INVOICE' and "invoices"."corrects" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_correction" ON "invoices" USING btree ("corrects") WHERE "invoices"."corrects" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_refund" ON "invoices" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "invoices_by_subject" ON "invoices" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "invoices_by_user" ON "invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_by_issue" ON "invoices" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "invoices_by_tax_point" ON "invoices" USING btree (coalesce("tax_point_at", "issued_at"));--> statement-breakpoint
CREATE INDEX "minute_allocations_lot_id_index" ON "minute_allocations" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "minute_debts_user_id_index" ON "minute_debts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "minute_debts_purchase_id_index" ON "minute_debts" USING btree ("purchase_id");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_debts_once" ON "minute_debts" USING btree ("chargeback_id");--> statement-breakpoint
CREATE INDEX "minute_entries_by_user" ON "minute_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_credited_once" ON "minute_entries" USING btree ("purchase_id") WHERE "minute_entries"."kind" = 'PURCHASE';--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_refunded_once" ON "minute_entries" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_charged_back_once" ON "minute_entries" USING btree ("chargeback_id");--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_given_once" ON "minute_entries" USING btree ("order_id","kind") WHERE "minute_entries"."order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "minute_entries_vat_returned_once" ON "minute_entries" USING btree ("purchase_id") WHERE "minute_entries"."kind" = 'VAT_RETURN';--> statement-breakpoint
CREATE INDEX "minute_entries_control_session_id_index" ON "minute_entries" USING btree ("control_session_id");--> statement-breakpoint
CREATE INDEX "minute_lots_open" ON "minute_lots" USING btree ("user_id","added_at","id") WHERE "minute_lots"."spent" + "minute_lots"."returned" < "minute_lots"."minutes";--> statement-breakpoint
CREATE INDEX "minute_purchases_user_id_index" ON "minute_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "earning_objections_one_open" ON "earning_objections" USING btree ("subject","subject_id") WHERE "earning_objections"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "earning_objections_by_creator" ON "earning_objections" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "earning_objections_key_id_index" ON "earning_objections" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "payees_key_id_index" ON "payees" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "chargeback_reversals_payment_id_index" ON "chargeback_reversals" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargeback_reversals_by_age" ON "chargeback_reversals" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chargeback_reversals_once" ON "chargeback_reversals" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "chargebacks_by_age" ON "chargebacks" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chargebacks_once" ON "chargebacks" USING btree ("payment_id","total_cents");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_postbacks_once" ON "payment_postbacks" USING btree ("provider","transaction_id","event");--> statement-breakpoint
CREATE INDEX "payment_postbacks_by_payment" ON "payment_postbacks" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payments_by_subject" ON "payments" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_id" ON "payments" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("poll_at") WHERE "payments"."settled_at" is null and "payments"."problem" is null;--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("poll_at") WHERE "payments"."status" = 'PAID' and "payments"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_settling" ON "payments" USING btree ("settled_at") WHERE "payments"."status" = 'PAID';--> statement-breakpoint
CREATE INDEX "payments_with_problem" ON "payments" USING btree ("created_at") WHERE "payments"."problem" is not null;--> statement-breakpoint
CREATE INDEX "payments_silent" ON "payments" USING btree ("poll_at") WHERE "payments"."status" = 'EXPIRED' and "payments"."poll_at" is not null;--> statement-breakpoint
CREATE INDEX "refund_failures_refund_id_index" ON "refund_failures" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_failures_by_age" ON "refund_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "refund_failures_by_end" ON "refund_failures" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_failures_one_open" ON "refund_failures" USING btree ("refund_id") WHERE "refund_failures"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "refund_resolutions_refund_id_index" ON "refund_resolutions" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_by_age" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_id" ON "refunds" USING btree ("payment_id","provider_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."by_hand_at" is null and ("refunds"."provider_id" is null or "refunds"."failed_at" is not null);--> statement-breakpoint
CREATE INDEX "refunds_by_request" ON "refunds" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_runs_one_draft" ON "payout_runs" USING btree ("state") WHERE "payout_runs"."state" = 'DRAFT';--> statement-breakpoint
CREATE INDEX "payout_runs_key_id_index" ON "payout_runs" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_live" ON "payouts" USING btree ("creator_id") WHERE "payouts"."state" in ('RESERVED', 'FILED');--> statement-breakpoint
CREATE INDEX "payouts_by_run" ON "payouts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "payouts_by_creator" ON "payouts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_key_id_index" ON "payouts" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "self_billed_invoices_by_issue" ON "self_billed_invoices" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "self_billed_invoices_key_id_index" ON "self_billed_invoices" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "vat_number_checks_vat_number_checked_at_index" ON "vat_number_checks" USING btree ("vat_number","checked_at");--> statement-breakpoint
CREATE INDEX "vat_number_checks_checked_at_index" ON "vat_number_checks" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "account_tokens_user_id_purpose_index" ON "account_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "account_tokens_expires_at_index" ON "account_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "contact_digests_by_digest" ON "contact_digests" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "login_sessions_user_id_index" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_sessions_expires_at_index" ON "login_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_logins_user_id_index" ON "pending_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_logins_expires_at_index" ON "pending_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "replaced_tokens_session_id_index" ON "replaced_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "replaced_tokens_expires_at_index" ON "replaced_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_to_erase" ON "users" USING btree ("delete_after") WHERE "users"."delete_after" is not null and "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_listed_by_age" ON "users" USING btree ("created_at","id") WHERE "users"."erased_at" is null and ("users"."role" <> 'GUEST' or "users"."guest_email" is not null);--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","created_at","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (("display_name" collate "und-x-icu"),"id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_minutes" ON "users" USING btree ("minutes_balance","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_email_trigrams" ON "users" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_guest_email_trigrams" ON "users" USING gin ("guest_email" gin_trgm_ops) WHERE "users"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "users_name_trigrams" ON "users" USING gin (lower("display_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_guest_email" ON "users" USING btree ("guest_email") WHERE "users"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "users_of_guests" ON "users" USING btree ("guest_until") WHERE "users"."role" = 'GUEST';--> statement-breakpoint
CREATE INDEX "addresses_user_id_index" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_entries" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit_entries" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit_entries" USING btree ("subject_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_one_draft" ON "content_versions" USING btree ("key") WHERE "content_versions"."status" = 'DRAFT';--> statement-breakpoint
CREATE UNIQUE INDEX "content_appeals_once" ON "content_appeals" USING btree ("case_id",coalesce("report_id", "case_id"));--> statement-breakpoint
CREATE INDEX "content_appeals_report_id_index" ON "content_appeals" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "content_appeals_by_key" ON "content_appeals" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_cases_one_open" ON "content_cases" USING btree ("kind","content_id") WHERE "content_cases"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "content_cases_waiting" ON "content_cases" USING btree ("urgency","due_at","id") WHERE "content_cases"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "content_cases_by_content" ON "content_cases" USING btree ("kind","content_id");--> statement-breakpoint
CREATE INDEX "content_cases_by_age" ON "content_cases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "content_cases_owner_id_index" ON "content_cases" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_decisions_once" ON "content_decisions" USING btree ("case_id","is_on_appeal");--> statement-breakpoint
CREATE INDEX "content_decisions_by_time" ON "content_decisions" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "content_decisions_decided_by_index" ON "content_decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "content_decisions_by_key" ON "content_decisions" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "content_report_tokens_case_id_index" ON "content_report_tokens" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "content_report_tokens_report_id_index" ON "content_report_tokens" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "content_report_tokens_expires_at_index" ON "content_report_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_reports_one_per_user" ON "content_reports" USING btree ("case_id","reporter_id") WHERE "content_reports"."reporter_id" is not null;--> statement-breakpoint
CREATE INDEX "content_reports_one_per_visitor" ON "content_reports" USING btree ("case_id","email") WHERE "content_reports"."reporter_id" is null and "content_reports"."email" is not null;--> statement-breakpoint
CREATE INDEX "content_reports_by_case" ON "content_reports" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "content_reports_reporter_id_index" ON "content_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "content_reports_by_key" ON "content_reports" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "consent_records_number_index" ON "consent_records" USING btree ("number");--> statement-breakpoint
CREATE INDEX "consent_records_created_at_index" ON "consent_records" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","about");--> statement-breakpoint
CREATE INDEX "notifications_by_user" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_mailed" ON "notifications" USING btree ("user_id","mailed_at") WHERE "notifications"."mailed_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_undispatched" ON "notifications" USING btree ("created_at") WHERE "notifications"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_index" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_named_once" ON "saved_filters" USING btree ("user_id","list",lower("name"));--> statement-breakpoint
CREATE INDEX "passkey_challenges_user_id_index" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_by_age" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "mails" USING gin ("recipient" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_by_order" ON "mails" USING btree (coalesce("props" ->> 'number', "props" ->> 'orderNumber'));--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "back_in_stock_requests_in_order" ON "back_in_stock_requests" USING btree ("product_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "cart_changes_to_decide" ON "cart_changes" USING btree ("changed_at") WHERE "cart_changes"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "digital_codes_one_per_piece" ON "digital_codes" USING btree ("order_item_id","piece") WHERE "digital_codes"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "digital_codes_by_line" ON "digital_codes" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "digital_codes_for_sale" ON "digital_codes" USING btree ("product_id","id") WHERE "digital_codes"."order_item_id" is null;--> statement-breakpoint
CREATE INDEX "digital_deliveries_order_id_index" ON "digital_deliveries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "digital_deliveries_user_id_index" ON "digital_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "digital_deliveries_product_id_index" ON "digital_deliveries" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "digital_files_product_id_created_at_index" ON "digital_files" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "download_tokens_order_id_index" ON "download_tokens" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "download_tokens_expires_at_index" ON "download_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "guest_order_tokens_order_id_index" ON "guest_order_tokens" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "guest_order_tokens_expires_at_index" ON "guest_order_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shipping_labels_order_id_index" ON "shipping_labels" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_one_active" ON "shipping_labels" USING btree ("order_id","kind") WHERE "shipping_labels"."status" not in ('FAILED', 'CANCELLED');--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_parcel" ON "shipping_labels" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "shipping_labels_to_poll" ON "shipping_labels" USING btree ("polled_at") WHERE "shipping_labels"."status" = 'MADE' and "shipping_labels"."state" <> 'DELIVERED';--> statement-breakpoint
CREATE INDEX "order_items_order_id_index" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_product_id_index" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_items_by_message_key" ON "order_items" USING btree ("gift_message_key_id") WHERE "order_items"."gift_message_key_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_by_age" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_number_trigrams" ON "orders" USING gin ("number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_name_trigrams" ON "orders" USING gin (lower(coalesce("shipping_first_name", '') || ' ' || coalesce("shipping_last_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_unconfirmed" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'PENDING' and not "orders"."is_confirmation_queued";--> statement-breakpoint
CREATE INDEX "orders_by_comments_key" ON "orders" USING btree ("comments_key_id") WHERE "orders"."comments_key_id" is not null;--> statement-breakpoint
CREATE INDEX "pictures_by_owner" ON "pictures" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "pictures_unowned" ON "pictures" USING btree ("unowned_at") WHERE "pictures"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "bulk_edits_by_age" ON "bulk_edits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_lines_by_verdict" ON "bulk_lines" USING btree ("bulk_id","verdict","line");--> statement-breakpoint
CREATE INDEX "product_relations_related_id_index" ON "product_relations" USING btree ("related_id");--> statement-breakpoint
CREATE INDEX "catalog_changes_transaction_id_index" ON "catalog_changes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "catalog_words_trigrams" ON "catalog_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id","category_id") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_by_category_and_price" ON "products" USING btree ("category_id","price") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_active_by_age" ON "products" USING btree ("created_at","id","category_id","price") WHERE "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "products_all_by_price" ON "products" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "products_all_by_age" ON "products" USING btree ("created_at","id","search_name");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_inactive" ON "products" USING btree ("created_at","id") WHERE not "products"."is_active";--> statement-breakpoint
CREATE INDEX "products_search_name" ON "products" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_listed_search" ON "products" USING gin ("search") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_listed_by_price" ON "products" USING btree ("price","id","category_id") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_listed_by_category" ON "products" USING btree ("category_id","price") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_listed_by_age" ON "products" USING btree ("created_at","id","category_id","price") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_listed_facets" ON "products" USING gin ("option_facets") WHERE "products"."is_active" and "products"."parent_id" is null and "products"."options" is not null;--> statement-breakpoint
CREATE INDEX "products_listed_by_option_set" ON "products" USING btree ("option_set_id","category_id","price") WHERE "products"."is_active" and "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_main_by_name" ON "products" USING btree ("name" collate "und-x-icu","id") WHERE "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_main_by_price" ON "products" USING btree ("price","id") WHERE "products"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_main_by_age" ON "products" USING btree ("created_at","id","search_name") WHERE "products"."parent_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_variants" ON "products" USING btree ("parent_id","option_values") WHERE "products"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "stock_entries_by_product" ON "stock_entries" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "stock_entries_by_order" ON "stock_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "cart_reservations_expires_at_index" ON "cart_reservations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stock_levels_by_available" ON "stock_levels" USING btree ("available","product_id");--> statement-breakpoint
CREATE INDEX "price_entries_by_product" ON "price_entries" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sales_open" ON "product_sales" USING btree ("product_id") WHERE "product_sales"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "product_sales_due" ON "product_sales" USING btree ("due_at") WHERE "product_sales"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "product_manuals_by_file" ON "product_manuals" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "product_safety_manufacturer_id_index" ON "product_safety" USING btree ("manufacturer_id");--> statement-breakpoint
CREATE INDEX "product_safety_responsible_person_id_index" ON "product_safety" USING btree ("responsible_person_id");--> statement-breakpoint
CREATE INDEX "option_sets_digest" ON "option_sets" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_once_per_customer" ON "promotion_uses" USING btree ("promotion_id","user_id") WHERE "promotion_uses"."is_once" and "promotion_uses"."state" <> 'RELEASED' and not "promotion_uses"."is_beyond_limit";--> statement-breakpoint
CREATE INDEX "promotion_uses_by_promotion" ON "promotion_uses" USING btree ("promotion_id","state");--> statement-breakpoint
CREATE INDEX "promotion_uses_by_user" ON "promotion_uses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_held" ON "promotion_uses" USING btree ("expires_at") WHERE "promotion_uses"."state" = 'HELD';--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("code") WHERE "promotions"."code" is not null;--> statement-breakpoint
CREATE INDEX "recall_notices_user_id_index" ON "recall_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recall_notices_order_id_index" ON "recall_notices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "recalls_product_id_index" ON "recalls" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("product_id","created_at") WHERE "reviews"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_to_moderate" ON "reviews" USING btree (("approved_at" is null and "rejected_at" is null),"created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("created_at","id") WHERE ("reviews"."approved_at" is null and "reviews"."rejected_at" is null);--> statement-breakpoint
CREATE INDEX "reviews_approved" ON "reviews" USING btree ("created_at","id") WHERE "reviews"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_rejected" ON "reviews" USING btree ("created_at","id") WHERE "reviews"."rejected_at" is not null;--> statement-breakpoint
CREATE INDEX "shipping_rates_zone_id_index" ON "shipping_rates" USING btree ("zone_id");--> statement-breakpoint
CREATE INDEX "support_conversations_open" ON "support_conversations" USING btree ("due_at") WHERE "support_conversations"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "support_conversations_by_age" ON "support_conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_conversations_user_id_index" ON "support_conversations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_conversations_email_index" ON "support_conversations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "support_conversations_order_id_index" ON "support_conversations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "support_messages_by_conversation" ON "support_messages" USING btree ("conversation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_messages_by_key" ON "support_messages" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "support_tokens_conversation_id_index" ON "support_tokens" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "support_tokens_expires_at_index" ON "support_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "withdrawal_lines_by_key" ON "withdrawal_lines" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "withdrawals_by_age" ON "withdrawals" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "withdrawals_order_id_index" ON "withdrawals" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "withdrawals_by_remark_key" ON "withdrawals" USING btree ("remark_key_id");--> statement-breakpoint
CREATE INDEX "withdrawals_by_answer_key" ON "withdrawals" USING btree ("answer_key_id");--> statement-breakpoint
CREATE INDEX "simulator_codes_uid_index" ON "simulator_codes" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "simulator_codes_expires_at_index" ON "simulator_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "simulator_toys_uid_index" ON "simulator_toys" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "simulator_chargebacks_position_index" ON "simulator_chargebacks" USING btree ("position");--> statement-breakpoint
CREATE INDEX "simulator_payments_position_index" ON "simulator_payments" USING btree ("position");--> statement-breakpoint
CREATE INDEX "simulator_payments_expires_at_index" ON "simulator_payments" USING btree ("expires_at") WHERE "simulator_payments"."status" in ('open', 'pending');--> statement-breakpoint
CREATE INDEX "simulator_refunds_payment_id_index" ON "simulator_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "simulator_refunds_pending" ON "simulator_refunds" USING btree ("created_at") WHERE "simulator_refunds"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "simulator_webhooks_due_at_index" ON "simulator_webhooks" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "simulator_parcels_reference" ON "simulator_parcels" USING btree ("external_reference") WHERE not "simulator_parcels"."is_return";--> statement-breakpoint
CREATE INDEX "simulator_parcels_created_at_index" ON "simulator_parcels" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "simulator_submissions_created_at_index" ON "simulator_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "simulator_webhook_instances_created_at_index" ON "simulator_webhook_instances" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "simulator_postbacks_transaction_id_index" ON "simulator_postbacks" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "simulator_postbacks_due_at_index" ON "simulator_postbacks" USING btree ("due_at") WHERE "simulator_postbacks"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "simulator_sales_refund_due_at_index" ON "simulator_sales" USING btree ("refund_due_at") WHERE "simulator_sales"."refund_due_at" is not null;--> statement-breakpoint
CREATE INDEX "simulator_transactions_sale_id_index" ON "simulator_transactions" USING btree ("sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "simulator_transactions_purchase" ON "simulator_transactions" USING btree ("sale_id") WHERE "simulator_transactions"."event" is null;