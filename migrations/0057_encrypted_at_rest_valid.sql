ALTER TABLE "internal_notes" VALIDATE CONSTRAINT "internal_notes_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "data_exports" VALIDATE CONSTRAINT "data_exports_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "support_messages" VALIDATE CONSTRAINT "support_messages_key_id_data_keys_id_fk";--> statement-breakpoint
ALTER TABLE "internal_notes" VALIDATE CONSTRAINT "internal_notes_encrypted";--> statement-breakpoint
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_encrypted";--> statement-breakpoint
ALTER TABLE "support_messages" VALIDATE CONSTRAINT "support_messages_encrypted";
