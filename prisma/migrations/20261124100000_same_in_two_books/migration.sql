-- What two systems call the same document, or the same payer, alike: letters and digits only, small, umlauts spelt out and
-- other accents left off. Computed by the database, so that everybody compares the same, and COLLATE "C", so that no language
-- of the server's changes it. Of a long number the end stays, as in DATEV, which keeps 36 characters of it.
ALTER TABLE "invoices" ADD COLUMN "is_open_unknown" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "plain_number" TEXT NOT NULL GENERATED ALWAYS AS (right(regexp_replace(lower(normalize(replace(replace(replace(replace(translate(normalize("number", NFC), 'ÄÖÜẞ', 'äöüß'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), NFD) COLLATE "C"), '[^a-z0-9]', '', 'g'), 20)) STORED;

ALTER TABLE "contacts" ADD COLUMN "plain_name" TEXT NOT NULL GENERATED ALWAYS AS (regexp_replace(lower(normalize(replace(replace(replace(replace(translate(normalize(coalesce(nullif("company_name", ''), coalesce("first_name", '') || coalesce("last_name", '')), NFC), 'ÄÖÜẞ', 'äöüß'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), NFD) COLLATE "C"), '[^a-z0-9]', '', 'g')) STORED;

-- DropIndex
DROP INDEX "invoices_customer_id_number_idx";

-- CreateIndex
CREATE INDEX "invoices_customer_id_plain_number_idx" ON "invoices"("customer_id", "plain_number");
