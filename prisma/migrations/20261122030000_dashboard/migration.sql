-- Who already works with the product is no newcomer.
ALTER TABLE "users" ADD COLUMN "tour_ended_at" TIMESTAMPTZ(3);
UPDATE "users" SET "tour_ended_at" = now();

-- What the dashboard adds up: the small part of each table that is open or new, found without reading the rest.
CREATE INDEX "invoices_open" ON "invoices" ("customer_id") WHERE "book_status" = 'open';
CREATE INDEX "mandates_usable" ON "mandates" ("customer_id")
  WHERE "status" IN ('pending_customer_approval', 'pending_submission', 'submitted', 'active');
CREATE INDEX "sync_runs_running" ON "sync_runs" ("customer_id") WHERE "status" = 'running';
