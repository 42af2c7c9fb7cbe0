ALTER TABLE "toy_control_sessions" ADD COLUMN "controlled_by" text;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD COLUMN "controlled_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "toy_control_sessions" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;