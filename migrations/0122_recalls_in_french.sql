ALTER TABLE "recalls" ADD COLUMN "hazard_fr" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "action_fr" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "identification_fr" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD COLUMN "remedy_exception_fr" text;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_french" CHECK (("recalls"."hazard_fr" is null) = ("recalls"."action_fr" is null)) NOT VALID;