-- Which notices a person has read. A notice that recurs is unread again: its rows are deleted with the new date.
CREATE TABLE "notice_reads" (
    "customer_id" TEXT NOT NULL,
    "notice_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_reads_pkey" PRIMARY KEY ("customer_id", "notice_id", "user_id")
);
CREATE INDEX "notice_reads_customer_id_user_id_idx" ON "notice_reads"("customer_id", "user_id");

ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_customer_id_notice_id_fkey" FOREIGN KEY ("customer_id", "notice_id")
  REFERENCES "notices"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_customer_id_user_id_fkey" FOREIGN KEY ("customer_id", "user_id")
  REFERENCES "memberships"("customer_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notice_reads" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "notice_reads" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
GRANT SELECT, INSERT, DELETE ON "notice_reads" TO "einzug_supplier";

-- The header of every page counts what is unread, with the supplier's own row. Deleting an account now deletes its notices, too.
DELETE FROM "notices" n WHERE NOT EXISTS (SELECT 1 FROM "customers" c WHERE c."id" = n."customer_id");
ALTER TABLE "notices" ADD CONSTRAINT "notices_customer_id_fkey" FOREIGN KEY ("customer_id")
  REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "notices_customer_id_created_at_id_idx" ON "notices"("customer_id", "created_at" DESC, "id");
