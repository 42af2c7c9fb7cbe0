CREATE TABLE "toy_blocks" (
	"creator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toy_blocks_creator_id_user_id_pk" PRIMARY KEY("creator_id","user_id"),
	CONSTRAINT "toy_blocks_another" CHECK ("toy_blocks"."creator_id" <> "toy_blocks"."user_id")
);
--> statement-breakpoint
ALTER TABLE "toy_blocks" ADD CONSTRAINT "toy_blocks_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toy_blocks" ADD CONSTRAINT "toy_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "toy_blocks_by_user" ON "toy_blocks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "toy_control_sessions_by_toy" ON "toy_control_sessions" USING btree ("toy_device_id","created_at");