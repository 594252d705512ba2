-- The due date when a day was agreed for another try: of an invoice that is due later since, that day is the earliest one.
ALTER TABLE "invoices" ADD COLUMN "retry_due_date" DATE;
UPDATE "invoices" SET "retry_due_date" = "due_date" WHERE "retry_on" IS NOT NULL;

-- When an invoice or its payer was last left out: what was said before that of a debit which came back counts no more.
ALTER TABLE "invoices" ADD COLUMN "words_taken_back_at" TIMESTAMPTZ(3);
UPDATE "invoices" i SET "words_taken_back_at" = now()
WHERE i."is_excluded" OR EXISTS (
  SELECT 1 FROM "contacts" c WHERE c."customer_id" = i."customer_id" AND c."id" = i."contact_id" AND c."is_excluded"
);
