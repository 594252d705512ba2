-- What is there already was read from Lexware Office: no other system could be connected so far.
ALTER TABLE "invoices" ADD COLUMN     "books" "connection_type" NOT NULL DEFAULT 'LEXOFFICE';
ALTER TABLE "invoices" ALTER COLUMN "books" DROP DEFAULT;
ALTER TABLE "contacts" ADD COLUMN     "books" "connection_type" NOT NULL DEFAULT 'LEXOFFICE';
ALTER TABLE "contacts" ALTER COLUMN "books" DROP DEFAULT;

-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "key_ending" TEXT,
ADD COLUMN     "last_document_id" TEXT;

-- The same document in two systems has the same number there.
CREATE INDEX "invoices_customer_id_number_idx" ON "invoices"("customer_id", "number");

-- Ids are a vendor's own: two systems may use the same one.
DROP INDEX "invoices_customer_id_external_id_key";
CREATE UNIQUE INDEX "invoices_customer_id_books_external_id_key" ON "invoices"("customer_id", "books", "external_id");
DROP INDEX "contacts_customer_id_external_id_key";
CREATE UNIQUE INDEX "contacts_customer_id_books_external_id_key" ON "contacts"("customer_id", "books", "external_id");
