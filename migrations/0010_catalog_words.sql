CREATE TABLE "catalog_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_name_trigrams";--> statement-breakpoint
CREATE INDEX "catalog_words_trigrams" ON "catalog_words" USING gin ("word" gin_trgm_ops);