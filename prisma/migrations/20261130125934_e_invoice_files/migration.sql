-- The in-tray of e-invoices: files by upload, mail and API, and the supplier's mail address.
CREATE TYPE "e_invoice_source" AS ENUM ('upload', 'mail', 'api');
CREATE TYPE "e_invoice_file_status" AS ENUM ('waiting', 'done', 'held', 'refused');

CREATE TABLE "e_invoice_files" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "received_via" "e_invoice_source" NOT NULL,
    "sender" TEXT,
    "user_name" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" "e_invoice_file_status" NOT NULL DEFAULT 'waiting',
    "outcome" TEXT,
    "reason" TEXT,
    "detail" TEXT,
    "answer" TEXT,
    "xml_sha1" TEXT,
    "facts" JSONB,
    "invoice_id" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "read_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "e_invoice_files_pkey" PRIMARY KEY ("customer_id","id")
);
CREATE TABLE "e_invoice_contents" (
    "customer_id" TEXT NOT NULL,
    "file_id" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "e_invoice_contents_pkey" PRIMARY KEY ("customer_id","file_id")
);
-- Encrypted bytes do not compress.
ALTER TABLE "e_invoice_contents" ALTER COLUMN "content" SET STORAGE EXTERNAL;
CREATE TABLE "e_invoice_mailboxes" (
    "customer_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "e_invoice_mailboxes_pkey" PRIMARY KEY ("customer_id")
);

CREATE UNIQUE INDEX "e_invoice_files_customer_id_digest_key" ON "e_invoice_files"("customer_id", "digest");
CREATE INDEX "e_invoice_files_customer_id_status_id_idx" ON "e_invoice_files"("customer_id", "status", "id");
CREATE INDEX "e_invoice_files_customer_id_xml_sha1_idx" ON "e_invoice_files"("customer_id", "xml_sha1");
CREATE INDEX "e_invoice_files_customer_id_invoice_id_idx" ON "e_invoice_files"("customer_id", "invoice_id");
CREATE INDEX "e_invoice_files_customer_id_updated_at_idx" ON "e_invoice_files"("customer_id", "updated_at" DESC);
CREATE UNIQUE INDEX "e_invoice_mailboxes_token_key" ON "e_invoice_mailboxes"("token");

ALTER TABLE "e_invoice_files" ADD CONSTRAINT "e_invoice_files_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "e_invoice_files" ADD CONSTRAINT "e_invoice_files_customer_id_invoice_id_fkey" FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "e_invoice_contents" ADD CONSTRAINT "e_invoice_contents_customer_id_file_id_fkey" FOREIGN KEY ("customer_id", "file_id") REFERENCES "e_invoice_files"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "e_invoice_mailboxes" ADD CONSTRAINT "e_invoice_mailboxes_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE ON "e_invoice_files", "e_invoice_contents", "e_invoice_mailboxes" TO "einzug_supplier";
GRANT DELETE ON "e_invoice_contents" TO "einzug_supplier";
ALTER TABLE "e_invoice_files" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "e_invoice_files" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "e_invoice_contents" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "e_invoice_contents" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "e_invoice_mailboxes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "e_invoice_mailboxes" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));

-- The in-tray is seen as it moves, like everything else a screen shows.
CREATE OR REPLACE VIEW "pulses" WITH (security_invoker = true) AS
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
  (SELECT string_agg(concat(t."batch_id", t."position", t."xmin"), ',') FROM (SELECT "batch_id", "position", "xmin" FROM "datev_batch_files" WHERE "customer_id" = c."id" ORDER BY "batch_id" DESC, "position" DESC LIMIT 20) t),
  (SELECT string_agg(concat(t."id", t."xmin"), ',') FROM (SELECT "id", "xmin" FROM "e_invoice_files" WHERE "customer_id" = c."id" ORDER BY "updated_at" DESC, "id" LIMIT 20) t)
)) AS "stamp"
FROM "customers" c;
