-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "wants_alerts" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "wants_digest" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "wants_preview" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "alerted_at" TIMESTAMPTZ(3);

-- What stands on dashboards already is no news.
UPDATE "notices" SET "alerted_at" = "created_at";

-- CreateIndex
CREATE INDEX "collection_events_customer_id_occurred_at_idx" ON "collection_events"("customer_id", "occurred_at");

-- CreateIndex
CREATE INDEX "mandates_customer_id_signed_at_idx" ON "mandates"("customer_id", "signed_at");

-- CreateIndex
CREATE INDEX "notices_customer_id_alerted_at_idx" ON "notices"("customer_id", "alerted_at");
