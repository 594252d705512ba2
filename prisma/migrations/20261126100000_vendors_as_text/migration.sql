-- Which systems there are is said by the registry of the program: one more must not need a change of the schema.
-- Each table is written anew under a lock. The view of what a page shows reads one of the columns: it is made again as it was.
DROP VIEW "pulses";
ALTER TABLE "connections" ALTER COLUMN "type" TYPE text USING "type"::text;
ALTER TABLE "oauth_attempts" ALTER COLUMN "type" TYPE text USING "type"::text;
ALTER TABLE "invoices" ALTER COLUMN "books" TYPE text USING "books"::text;
ALTER TABLE "contacts" ALTER COLUMN "books" TYPE text USING "books"::text;
DROP TYPE "connection_type";

CREATE VIEW "pulses" WITH (security_invoker = true) AS
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
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "bulk_runs" WHERE "customer_id" = c."id" ORDER BY "id" DESC LIMIT 5) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "datev_imports" WHERE "customer_id" = c."id" ORDER BY "created_at" DESC LIMIT 5) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "datev_batches" WHERE "customer_id" = c."id" ORDER BY "id" DESC LIMIT 20) t),
  (SELECT string_agg(concat(t."batch_id", t."position", t."xmin"), ',') FROM (SELECT "batch_id", "position", "xmin" FROM "datev_batch_files" WHERE "customer_id" = c."id" ORDER BY "batch_id" DESC, "position" DESC LIMIT 20) t)
)) AS "stamp"
FROM "customers" c;
GRANT SELECT, INSERT, UPDATE, DELETE ON "pulses" TO "einzug_supplier";
