CREATE TABLE "internal_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"customer_id" uuid,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "internal_notes_subject" CHECK (("internal_notes"."order_id" is null) <> ("internal_notes"."customer_id" is null)),
	CONSTRAINT "internal_notes_text" CHECK (length("internal_notes"."text") between 1 and 2000)
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
	"text" text NOT NULL,
	"submission_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_messages_submissionHash_unique" UNIQUE("submission_hash"),
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
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tokens" ADD CONSTRAINT "support_tokens_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "internal_notes_by_order" ON "internal_notes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "internal_notes_by_customer" ON "internal_notes" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "support_conversations_open" ON "support_conversations" USING btree ("due_at") WHERE "support_conversations"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "support_conversations_by_age" ON "support_conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_conversations_user_id_index" ON "support_conversations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_conversations_email_index" ON "support_conversations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "support_conversations_order_id_index" ON "support_conversations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "support_messages_by_conversation" ON "support_messages" USING btree ("conversation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tokens_conversation_id_index" ON "support_tokens" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "support_tokens_expires_at_index" ON "support_tokens" USING btree ("expires_at");