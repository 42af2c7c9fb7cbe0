CREATE TABLE "toy_queue" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"toy_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "toy_queue_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"joined_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"claim_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "toy_queue" ADD CONSTRAINT "toy_queue_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_queue" ADD CONSTRAINT "toy_queue_toy_id_toys_id_fk" FOREIGN KEY ("toy_id") REFERENCES "public"."toys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "toy_queue_in_order" ON "toy_queue" USING btree ("toy_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "toy_queue_one_offer_a_toy" ON "toy_queue" USING btree ("toy_id") WHERE "toy_queue"."claim_until" is not null;