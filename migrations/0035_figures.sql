CREATE TABLE "day_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"revenue" bigint NOT NULL,
	CONSTRAINT "day_figures_orders" CHECK ("day_figures"."orders" >= 0)
);
--> statement-breakpoint
CREATE INDEX "charge_backs_by_age" ON "charge_backs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_by_settling" ON "payments" USING btree ("settled_at") WHERE "payments"."status" = 'PAID';--> statement-breakpoint
CREATE INDEX "refunds_by_age" ON "refunds" USING btree ("created_at");