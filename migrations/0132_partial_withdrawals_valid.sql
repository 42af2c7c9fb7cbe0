ALTER TABLE "withdrawal_lines" VALIDATE CONSTRAINT "withdrawal_lines_quantity";--> statement-breakpoint
ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_quantities";
