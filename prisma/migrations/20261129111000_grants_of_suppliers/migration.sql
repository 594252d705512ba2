-- What the role of suppliers may do, table by table (decision 056). Before, it could do everything everywhere: read people's
-- password hashes and recovery codes, make itself an operator and rewrite the audit log. A table that is added has to be
-- granted in its own migration, and lib/core/supplier-grants.db.test.ts compares all of them with its list.
ALTER DEFAULT PRIVILEGES IN SCHEMA "public" REVOKE ALL ON TABLES FROM "einzug_supplier";
REVOKE ALL ON ALL TABLES IN SCHEMA "public" FROM "einzug_supplier";
REVOKE ALL ON ALL SEQUENCES IN SCHEMA "public" FROM "einzug_supplier";

GRANT SELECT, INSERT, UPDATE, DELETE ON
  "booking_turns", "contacts", "datev_imports", "email_logos", "email_templates", "oauth_attempts", "passkeys",
  "rate_limits", "return_cases", "sessions"
  TO "einzug_supplier";
GRANT SELECT, INSERT, UPDATE ON
  "billing_contacts", "booking_hints", "bookings", "bulk_items", "bulk_runs", "collection_events", "collections",
  "comparisons", "connections", "contracts", "datev_batch_files", "datev_batches", "datev_settings", "differences",
  "inbox_events", "invoices", "mails", "mandate_requests", "mandates", "notices", "payouts", "rate_paces", "sync_runs"
  TO "einzug_supplier";
GRANT SELECT, INSERT, DELETE ON
  "address_links", "ceremonies", "compared_items", "datev_import_chunks", "invitations", "payout_items",
  "recovery_codes"
  TO "einzug_supplier";
GRANT SELECT, INSERT ON
  "audit_entries", "invoice_notes", "known_devices"
  TO "einzug_supplier";
GRANT SELECT, UPDATE ON
  "customers", "memberships", "users"
  TO "einzug_supplier";
GRANT SELECT, DELETE ON
  "password_resets"
  TO "einzug_supplier";
GRANT SELECT ON
  "invoice_histories", "operators", "pulses"
  TO "einzug_supplier";

-- Whether a person works for the supplier of this connection. It runs as the owner of the tables: the policies of people's
-- tables, memberships among them, could not ask it otherwise.
CREATE FUNCTION "einzug_works_here"("person" text) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, public AS
'SELECT EXISTS (
  SELECT 1 FROM public.memberships m
  WHERE m.user_id = person AND m.customer_id = current_setting(''einzug.customer'', true))';
REVOKE ALL ON FUNCTION "einzug_works_here"(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "einzug_works_here"(text) TO "einzug_supplier";

-- People are shown to the suppliers they work for, with everything they have: their accounts with other suppliers, too, or a
-- rule like "who works for nobody else" would be wrong. Only their membership here can be changed.
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "users" TO "einzug_supplier" USING ("einzug_works_here"("id"));
ALTER TABLE "address_links" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "address_links" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "passkeys" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "recovery_codes" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "known_devices" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "known_devices" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "password_resets" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "password_resets" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "ceremonies" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "ceremonies" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "operators" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "operators" TO "einzug_supplier" USING ("einzug_works_here"("user_id"));
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "sessions" TO "einzug_supplier"
  USING ("customer_id" = current_setting('einzug.customer', true) OR "einzug_works_here"("user_id"));
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "memberships" FOR SELECT TO "einzug_supplier"
  USING ("customer_id" = current_setting('einzug.customer', true) OR "einzug_works_here"("user_id"));
CREATE POLICY "of_supplier_changed" ON "memberships" FOR UPDATE TO "einzug_supplier"
  USING ("customer_id" = current_setting('einzug.customer', true));
