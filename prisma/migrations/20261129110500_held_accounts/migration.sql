-- Another GoCardless account than the trusted one is held for a day.
ALTER TABLE "connections"
  ADD COLUMN "held_until" TIMESTAMPTZ(3),
  ADD COLUMN "held_since" TIMESTAMPTZ(3),
  ADD COLUMN "held_by_id" TEXT,
  ADD COLUMN "trusted_organisation_id" TEXT;

-- A sign-in that began before this column has no proof and can only connect the account that was there before.
ALTER TABLE "oauth_attempts" ADD COLUMN "is_proven" BOOLEAN NOT NULL DEFAULT false;
