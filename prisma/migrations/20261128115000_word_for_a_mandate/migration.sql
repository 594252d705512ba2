-- After a code that only another mandate helps, a person's word holds for the mandate that was named to them.
ALTER TABLE "invoices" ADD COLUMN "retry_mandate_id" TEXT;

-- Decisions say since what the mandate to use is to the debit that came back: the desk reads it there.
UPDATE "invoices" i SET "needs_decision" = true
FROM "return_cases" r
WHERE r."customer_id" = i."customer_id" AND r."invoice_id" = i."id" AND NOT r."is_done";
