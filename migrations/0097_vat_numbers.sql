CREATE TABLE "vat_number_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vat_number" text NOT NULL,
	"is_valid" boolean NOT NULL,
	"name" text,
	"consultation" text,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "vat_number_checks_vat_number_checked_at_index" ON "vat_number_checks" USING btree ("vat_number","checked_at");--> statement-breakpoint
CREATE INDEX "vat_number_checks_checked_at_index" ON "vat_number_checks" USING btree ("checked_at");