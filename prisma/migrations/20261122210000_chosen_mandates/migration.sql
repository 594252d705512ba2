-- A choice of a mandate that is gone chooses nothing.
UPDATE "contacts" SET "default_mandate_id" = NULL
WHERE "default_mandate_id" IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM "mandates"
  WHERE "mandates"."customer_id" = "contacts"."customer_id" AND "mandates"."id" = "contacts"."default_mandate_id"
);

-- CreateIndex
CREATE INDEX "contacts_customer_id_default_mandate_id_idx" ON "contacts"("customer_id", "default_mandate_id");

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_customer_id_default_mandate_id_fkey" FOREIGN KEY ("customer_id", "default_mandate_id") REFERENCES "mandates"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
