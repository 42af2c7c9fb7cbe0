CREATE TABLE "withdrawal_lines" (
	"withdrawal_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"accepted" boolean NOT NULL,
	"reason" text,
	"note" text,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawal_lines_withdrawal_id_item_id_pk" PRIMARY KEY("withdrawal_id","item_id"),
	CONSTRAINT "withdrawal_lines_reason" CHECK ("withdrawal_lines"."accepted" = ("withdrawal_lines"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hygiene_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "hygiene_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "unmatched" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_lines" ADD CONSTRAINT "withdrawal_lines_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;