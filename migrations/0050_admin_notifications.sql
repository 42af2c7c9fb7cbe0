CREATE TABLE "admin_notification_preferences" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"in_shop" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "admin_notification_preferences_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "in_shop" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail" boolean;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "push" boolean;--> statement-breakpoint
ALTER TABLE "admin_notification_preferences" ADD CONSTRAINT "admin_notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_mailed" ON "notifications" USING btree ("user_id","mailed_at") WHERE "notifications"."mailed_at" is not null;