CREATE TABLE "shipping_labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'REQUESTED' NOT NULL,
	"carrier" text NOT NULL,
	"service_code" text,
	"service_name" text,
	"weight_grams" integer NOT NULL,
	"pickup_point_id" text,
	"provider_id" text,
	"parcel_id" text,
	"tracking_code" text,
	"failure" text,
	"claimed_until" timestamp (3) with time zone,
	"state" text,
	"state_message" text,
	"state_at" timestamp (3) with time zone,
	"polled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"made_at" timestamp (3) with time zone,
	"printed_at" timestamp (3) with time zone,
	CONSTRAINT "shipping_labels_kind" CHECK ("shipping_labels"."kind" in ('SHIPMENT', 'RETURN')),
	CONSTRAINT "shipping_labels_status" CHECK ("shipping_labels"."status" in ('REQUESTED', 'MADE', 'FAILED', 'CANCELLING', 'CANCELLED')),
	CONSTRAINT "shipping_labels_made" CHECK ("shipping_labels"."status" <> 'MADE' or "shipping_labels"."parcel_id" is not null),
	CONSTRAINT "shipping_labels_weight" CHECK ("shipping_labels"."weight_grams" > 0)
);
--> statement-breakpoint
CREATE TABLE "simulator_parcels" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulator_parcels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 383700001 CACHE 1),
	"shipment_id" text NOT NULL,
	"is_return" boolean NOT NULL,
	"external_reference" text,
	"order_number" text,
	"service_code" text NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"from_address" jsonb NOT NULL,
	"to_address" jsonb NOT NULL,
	"service_point_id" text,
	"weight" text NOT NULL,
	"status_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulator_parcels_shipmentId_unique" UNIQUE("shipment_id")
);
--> statement-breakpoint
CREATE TABLE "simulator_sendcloud_faults" (
	"id" integer PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "simulator_sendcloud_faults_one" CHECK ("simulator_sendcloud_faults"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_point" jsonb;--> statement-breakpoint
ALTER TABLE "shipping_labels" ADD CONSTRAINT "shipping_labels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipping_labels_order_id_index" ON "shipping_labels" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_one" ON "shipping_labels" USING btree ("order_id","kind") WHERE "shipping_labels"."status" not in ('FAILED', 'CANCELLED');--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_labels_parcel" ON "shipping_labels" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "shipping_labels_to_poll" ON "shipping_labels" USING btree ("polled_at") WHERE "shipping_labels"."status" = 'MADE' and "shipping_labels"."state" <> 'DELIVERED';--> statement-breakpoint
CREATE UNIQUE INDEX "simulator_parcels_reference" ON "simulator_parcels" USING btree ("external_reference") WHERE not "simulator_parcels"."is_return";--> statement-breakpoint
CREATE INDEX "simulator_parcels_created_at_index" ON "simulator_parcels" USING btree ("created_at");