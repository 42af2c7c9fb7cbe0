ALTER TABLE "recalls" VALIDATE CONSTRAINT "recalls_french";
