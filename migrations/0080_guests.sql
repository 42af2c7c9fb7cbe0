CREATE TABLE "guest_order_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "guest_order_tokens" ADD CONSTRAINT "guest_order_tokens_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_order_tokens_order_id_index" ON "guest_order_tokens" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "guest_order_tokens_expires_at_index" ON "guest_order_tokens" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guest_email_lower" CHECK ("users"."guest_email" = lower("users"."guest_email")) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guest" CHECK (case "users"."role" when 'GUEST' then "users"."email" = 'guest:' || "users"."id" and "users"."guest_until" is not null
        else "users"."email" not like 'guest:%' and "users"."guest_email" is null and "users"."guest_until" is null end) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('USER', 'MODEL', 'ADMIN', 'GUEST')) NOT VALID;
--> statement-breakpoint
-- Of an invoice only the buyer may go, once, and only of someone whose account is erased; and one of a guest moves to the account that
-- gets the guest's orders. All else stays as it was issued.
CREATE OR REPLACE FUNCTION forbid_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'content' = to_jsonb(OLD) - 'content'
    AND NEW.content = jsonb_set(OLD.content, '{buyer}', '[]')
    AND EXISTS (SELECT FROM "users" WHERE "id" = OLD.user_id AND "erased_at" IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
    AND EXISTS (
      SELECT FROM "users" guest JOIN "users" account ON account.id = NEW.user_id
      WHERE guest.id = OLD.user_id AND guest.role = 'GUEST' AND account.email = guest.guest_email
    )
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
