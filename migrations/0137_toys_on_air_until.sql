ALTER TABLE "toys" ADD COLUMN "on_air_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "toys" ADD COLUMN "held_cap" integer;--> statement-breakpoint
ALTER TABLE "toys" ADD COLUMN "bridge_link" text;--> statement-breakpoint
ALTER TABLE "toys" ADD COLUMN "bridge_device" bigint;--> statement-breakpoint
ALTER TABLE "toys" ADD COLUMN "removed_at" timestamp (3) with time zone;