-- An address counts once its mailbox has shown that it is the person's (decision 053).
ALTER TABLE "users" ADD COLUMN "email_proven_at" TIMESTAMPTZ(3), ADD COLUMN "address_asked_at" TIMESTAMPTZ(3);

CREATE TYPE "address_link_kind" AS ENUM ('proof', 'change', 'undo');
CREATE TABLE "address_links" (
  "id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "kind" "address_link_kind" NOT NULL,
  "email" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "address_links_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "address_links_user_id_idx" ON "address_links" ("user_id");
ALTER TABLE "address_links" ADD CONSTRAINT "address_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Accounts of today count as proven where something shows it: an invitation was taken up, an operator vouched for them, or
-- their firm has connected an account or ordered. Billing details alone are no order. All others are asked by mail, and keep
-- their account for a week from then.
UPDATE "users" u SET "email_proven_at" = now()
WHERE EXISTS (SELECT 1 FROM "audit_entries" a WHERE a."action" = 'member.joined' AND a."subject" = u."id")
  OR EXISTS (SELECT 1 FROM "operators" o WHERE o."user_id" = u."id")
  OR EXISTS (
    SELECT 1 FROM "memberships" m
    WHERE m."user_id" = u."id" AND (
      EXISTS (SELECT 1 FROM "connections" c WHERE c."customer_id" = m."customer_id")
      OR EXISTS (SELECT 1 FROM "contracts" c WHERE c."customer_id" = m."customer_id" AND (c."type" = 'EXTERNAL' OR c."subscription_id" IS NOT NULL OR c."has_had_trial"))
    )
  );
