-- A session ends with its membership.
DELETE FROM "sessions" s WHERE NOT EXISTS (
  SELECT FROM "memberships" m WHERE m."customer_id" = s."customer_id" AND m."user_id" = s."user_id"
);

-- CreateIndex
CREATE INDEX "sessions_customer_id_user_id_idx" ON "sessions"("customer_id", "user_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_customer_id_user_id_fkey" FOREIGN KEY ("customer_id", "user_id") REFERENCES "memberships"("customer_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "collections_customer_id_updated_at_id_idx" ON "collections"("customer_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "sync_runs_customer_id_updated_at_id_idx" ON "sync_runs"("customer_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "invoices_customer_id_updated_at_id_idx" ON "invoices"("customer_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "mandates_customer_id_updated_at_id_idx" ON "mandates"("customer_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "mandate_requests_customer_id_updated_at_id_idx" ON "mandate_requests"("customer_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "notices_customer_id_updated_at_id_idx" ON "notices"("customer_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "payouts_customer_id_updated_at_id_idx" ON "payouts"("customer_id", "updated_at" DESC, "id");
