ALTER TABLE "toy_control_sessions" ADD COLUMN "unreachable_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD COLUMN "refused_minute" integer;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD COLUMN "paying_for" uuid;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD COLUMN "paying_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "minute_purchases" ADD COLUMN "from_live" boolean DEFAULT false NOT NULL;