-- The page at the provider that a payer's link opened last, so that it is used again.
ALTER TABLE "mandate_requests"
  ADD COLUMN "flow_url" TEXT,
  ADD COLUMN "flow_key" TEXT,
  ADD COLUMN "flow_made_at" TIMESTAMPTZ(3),
  ADD COLUMN "flow_seen_at" TIMESTAMPTZ(3),
  ADD COLUMN "flow_lease_until" TIMESTAMPTZ(3);
