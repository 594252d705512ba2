-- Lists sorted by name, by the letters that searches know and in one order on every server: lower() and the order of the
-- database's own locale may know only the letters of English. Both tables are written anew once.
ALTER TABLE "invoices" DROP COLUMN "sort_name",
ADD COLUMN "sort_name" TEXT COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (left("einzug_search_text"("contact_name"), 80)) STORED;
CREATE INDEX "invoices_customer_id_sort_name_id_idx" ON "invoices"("customer_id", "sort_name", "id");

ALTER TABLE "contacts" DROP COLUMN "sort_name",
ADD COLUMN "sort_name" TEXT COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (left("einzug_search_text"(coalesce(nullif("company_name", ''), nullif("last_name", ''), "first_name", '')), 80)) STORED;
CREATE INDEX "contacts_customer_id_sort_name_id_idx" ON "contacts"("customer_id", "sort_name", "id");
