CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"order_number" text NOT NULL,
	"order_id" uuid,
	"item_ids" uuid[] DEFAULT '{}' NOT NULL,
	"remark" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"accepted" boolean,
	"answer" text,
	CONSTRAINT "withdrawals_answered_whole" CHECK (("withdrawals"."handled_at" is null) = ("withdrawals"."accepted" is null) and ("withdrawals"."handled_at" is null) = ("withdrawals"."answer" is null))
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "is_digital" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawals_by_age" ON "withdrawals" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "withdrawals_order_id_index" ON "withdrawals" USING btree ("order_id");