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
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "notices" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "return_cases" WHERE "customer_id" = c."id" ORDER BY "returned_at" DESC, "id" DESC LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "bulk_runs" WHERE "customer_id" = c."id" ORDER BY "id" DESC LIMIT 5) t)
)) AS "stamp"
FROM "customers" c;
