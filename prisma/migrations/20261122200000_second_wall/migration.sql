-- Row-level security (decision 027): under the role einzug_supplier a table shows the rows of the supplier that the
-- setting einzug.customer names, and takes no others. The owner of the tables, as whom migrations, backups and what
-- asks across suppliers run, is not bound. Roles belong to the whole server, so they are made only where they are missing.
CREATE FUNCTION "einzug_make_role"() RETURNS void LANGUAGE sql AS 'CREATE ROLE "einzug_supplier" NOLOGIN';
CREATE FUNCTION "einzug_take_role"() RETURNS void LANGUAGE sql AS 'GRANT "einzug_supplier" TO CURRENT_USER';
SELECT "einzug_make_role"() WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'einzug_supplier');
SELECT "einzug_take_role"() WHERE NOT pg_has_role('einzug_supplier', 'MEMBER');
DROP FUNCTION "einzug_make_role"();
DROP FUNCTION "einzug_take_role"();

GRANT USAGE ON SCHEMA "public" TO "einzug_supplier";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public" TO "einzug_supplier";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO "einzug_supplier";

-- A view reads with the rights of who asks, not of who made it.
ALTER VIEW "pulses" SET (security_invoker = true);

-- Every table with customer_id but memberships and sessions: those say which accounts a person has, and a rule like
-- "who works for nobody else is deleted" would be wrong if half of the rows hid themselves.
ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "customers" TO "einzug_supplier" USING ("id" = current_setting('einzug.customer', true));
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "audit_entries" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "billing_contacts" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "billing_contacts" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "booking_hints" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "booking_hints" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "bookings" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "bookings" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "bulk_items" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "bulk_items" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "bulk_runs" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "bulk_runs" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "collection_events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "collection_events" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "collections" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "collections" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "connections" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "contacts" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "contacts" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "contracts" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "contracts" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "datev_batch_files" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "datev_batch_files" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "datev_batches" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "datev_batches" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "datev_import_chunks" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "datev_import_chunks" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "datev_imports" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "datev_imports" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "datev_settings" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "datev_settings" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "email_logos" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "email_logos" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "email_templates" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "email_templates" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "inbox_events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "inbox_events" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "invitations" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "invoice_notes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "invoice_notes" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "invoices" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "mails" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "mails" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "mandate_requests" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "mandate_requests" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "mandates" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "mandates" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "notices" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "notices" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "oauth_attempts" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "oauth_attempts" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "payout_items" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "payout_items" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "payouts" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "payouts" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "return_cases" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "return_cases" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "sync_runs" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "sync_runs" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
