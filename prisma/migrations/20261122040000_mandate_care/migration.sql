-- AlterTable
ALTER TABLE "contacts" ADD COLUMN     "mandate_email" TEXT;

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "reminder_after_days" INTEGER NOT NULL DEFAULT 7,
ADD COLUMN     "reminder_max" INTEGER NOT NULL DEFAULT 2,
ADD COLUMN     "reminds_mandates" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "mandates" ADD COLUMN     "cancel_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "matched_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "mandate_requests" ADD COLUMN     "reminded_at" TIMESTAMPTZ(3),
ADD COLUMN     "reminder_count" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "contacts_customer_id_company_name_last_name_id_idx" ON "contacts"("customer_id", "company_name", "last_name", "id");

-- CreateIndex
CREATE INDEX "mandates_customer_id_created_at_id_idx" ON "mandates"("customer_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "payouts_customer_id_arrival_date_id_idx" ON "payouts"("customer_id", "arrival_date" DESC, "id" DESC);



-- What a schema cannot say: only the rows that reminders look at.
CREATE INDEX "customers_reminding" ON "customers"("id") WHERE "reminds_mandates";
CREATE INDEX "mandate_requests_to_remind" ON "mandate_requests"("customer_id", "sent_at")
  WHERE "by_mail" AND "status" IN ('sent', 'opened', 'exited');
CREATE INDEX "mandates_to_match" ON "mandates"("customer_id", "payer_name", "id")
  WHERE "contact_id" IS NULL AND NOT "is_ignored";
