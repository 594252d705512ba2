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

-- A digest of the newest changes of everything a screen shows. Of each table the newest rows and the transactions that
-- wrote them: the highest time alone would miss a transaction that began earlier and ended later than the one seen
-- last. It reads some index entries of each table, however many rows the supplier has.
CREATE VIEW "pulses" AS
SELECT c."id" AS "customer_id", md5(concat_ws('|',
  c."xmin",
  (SELECT t."xmin" FROM "contracts" t WHERE t."customer_id" = c."id"),
  (SELECT string_agg(concat(t."type", t."xmin"), ',' ORDER BY t."type") FROM "connections" t WHERE t."customer_id" = c."id"),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "invoices" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "collections" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "mandates" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "mandate_requests" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "payouts" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "sync_runs" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "notices" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t)
)) AS "stamp"
FROM "customers" c;
