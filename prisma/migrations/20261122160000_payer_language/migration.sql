-- The language of mails to payers is the books' word where they say one, else the supplier's own.
ALTER TABLE "customers" ADD COLUMN "payer_language" TEXT NOT NULL DEFAULT 'de';
ALTER TABLE "contacts" DROP COLUMN "language";
ALTER TABLE "invoices" ALTER COLUMN "language" DROP NOT NULL, ALTER COLUMN "language" DROP DEFAULT;
UPDATE "invoices" SET "language" = NULL WHERE "books" <> 'LEXOFFICE';
