ALTER TABLE "recalls" ADD COLUMN "brand" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "identification" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "remedies" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "remedy_exception" text;--> statement-breakpoint
-- small: a row for each recall
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_remedies" CHECK ("recalls"."remedies" <@ array['REPAIR', 'REPLACEMENT', 'REFUND']);