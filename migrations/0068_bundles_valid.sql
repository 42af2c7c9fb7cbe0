ALTER TABLE "promotions" VALIDATE CONSTRAINT "promotions_kind";
