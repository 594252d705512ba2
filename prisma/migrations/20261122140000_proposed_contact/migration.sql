-- A proposal of a contact that is gone proposes nothing.
UPDATE "mandates" SET "proposed_contact_id" = NULL, "proposal_reason" = NULL
WHERE "proposed_contact_id" IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM "contacts"
  WHERE "contacts"."customer_id" = "mandates"."customer_id" AND "contacts"."id" = "mandates"."proposed_contact_id"
);

-- CreateIndex
CREATE INDEX "mandates_customer_id_proposed_contact_id_idx" ON "mandates"("customer_id", "proposed_contact_id");

-- AddForeignKey
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_customer_id_proposed_contact_id_fkey" FOREIGN KEY ("customer_id", "proposed_contact_id") REFERENCES "contacts"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
