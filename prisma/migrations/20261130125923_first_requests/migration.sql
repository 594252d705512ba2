-- Nothing is mailed to payers before the supplier has chosen how the first mandate requests are sent. Suppliers who
-- chose a payment condition or sent a request before this existed have begun already, and stay as they are.
ALTER TABLE "customers"
  ADD COLUMN "first_requests_at" TIMESTAMPTZ(3),
  ADD COLUMN "by_hand_before" TIMESTAMPTZ(3);

UPDATE "customers" AS c SET "first_requests_at" = now()
WHERE cardinality(c."payment_conditions") > 0
  OR EXISTS (SELECT 1 FROM "mandate_requests" AS r WHERE r."customer_id" = c."id")
  OR EXISTS (SELECT 1 FROM "datev_imports" AS d WHERE d."customer_id" = c."id");

-- The list of first requests, and its count on the dashboard. Empty once the supplier has sent them.
CREATE INDEX "invoices_first_requests" ON "invoices" ("customer_id", "contact_id")
  WHERE "book_status" = 'open' AND "reason" = 'request_unconfirmed';
