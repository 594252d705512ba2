-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'member', 'read_only');

-- CreateEnum
CREATE TYPE "collection_status" AS ENUM ('pending', 'created', 'submitted', 'confirmed', 'paid_out', 'failed', 'late_failure', 'charged_back', 'chargeback_settled', 'cancelled', 'mandate_expired', 'mandate_transferred');

-- CreateEnum
CREATE TYPE "connection_type" AS ENUM ('LEXOFFICE', 'GOCARDLESS', 'SEVDESK', 'DATEV');

-- CreateEnum
CREATE TYPE "connection_status" AS ENUM ('connected', 'revoked', 'disconnected');

-- CreateEnum
CREATE TYPE "sync_status" AS ENUM ('running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "invoice_kind" AS ENUM ('invoice', 'down_payment', 'closing', 'voucher');

-- CreateEnum
CREATE TYPE "book_status" AS ENUM ('draft', 'open', 'paid', 'voided', 'in_banking', 'deleted');

-- CreateEnum
CREATE TYPE "decision_outcome" AS ENUM ('collect', 'keep', 'replace', 'cancel', 'request_mandate', 'wait', 'skip');

-- CreateEnum
CREATE TYPE "mandate_status" AS ENUM ('pending_customer_approval', 'pending_submission', 'submitted', 'active', 'failed', 'cancelled', 'expired', 'blocked', 'consumed', 'suspended_by_payer');

-- CreateEnum
CREATE TYPE "mandate_request_status" AS ENUM ('pending', 'sent', 'opened', 'exited', 'signed', 'cancelled');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sending', 'sent', 'failed', 'unknown');

-- CreateEnum
CREATE TYPE "payout_status" AS ENUM ('pending', 'paid', 'bounced');

-- CreateEnum
CREATE TYPE "booking_status" AS ENUM ('pending', 'booked', 'needs_attention', 'unavailable');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "locale" TEXT,
    "accepted_terms_of_service" BOOLEAN NOT NULL DEFAULT false,
    "last_registration_step" TEXT,
    "wants_marketing" BOOLEAN NOT NULL DEFAULT false,
    "wants_product_updates" BOOLEAN NOT NULL DEFAULT true,
    "two_factor_secret" TEXT,
    "two_factor_enabled_at" TIMESTAMPTZ(3),
    "two_factor_last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "customer_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "role" NOT NULL DEFAULT 'owner',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("customer_id","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "is_api" BOOLEAN NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "discount" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_devices" (
    "user_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","fingerprint")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "is_synced" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ceremonies" (
    "challenge" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ceremonies_pkey" PRIMARY KEY ("challenge")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "invited_by_id" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "collections" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "mandate_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status" "collection_status" NOT NULL DEFAULT 'pending',
    "holds_invoice" BOOLEAN NOT NULL DEFAULT true,
    "amount_cents" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "wanted_date" DATE NOT NULL,
    "requested_date" DATE NOT NULL,
    "charge_date" DATE,
    "idempotency_key" TEXT NOT NULL,
    "called_at" TIMESTAMPTZ(3),
    "provider_id" TEXT,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancel_reason" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "failure_cause" TEXT,
    "failure_code" TEXT,
    "failure_text" TEXT,
    "will_attempt_retry" BOOLEAN NOT NULL DEFAULT false,
    "is_duplicate" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "collection_events" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" "collection_status" NOT NULL,
    "origin" TEXT,
    "cause" TEXT,
    "code" TEXT,
    "text" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_events_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "connections" (
    "customer_id" TEXT NOT NULL,
    "type" "connection_type" NOT NULL,
    "status" "connection_status" NOT NULL,
    "organisation_id" TEXT,
    "external_connection_id" TEXT,
    "account_name" TEXT NOT NULL DEFAULT '',
    "account_email" TEXT NOT NULL DEFAULT '',
    "access_token" TEXT,
    "refresh_token" TEXT,
    "access_expires_at" TIMESTAMPTZ(3),
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "refresh_lease_until" TIMESTAMPTZ(3),
    "scope" TEXT NOT NULL DEFAULT '',
    "creditor_id" TEXT,
    "creditor_name" TEXT,
    "creditor_identifier" TEXT,
    "verification_status" TEXT,
    "mandates_read_at" TIMESTAMPTZ(3),
    "finance_account_id" TEXT,
    "connected_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "listing_wanted_at" TIMESTAMPTZ(3),
    "full_wanted_at" TIMESTAMPTZ(3),
    "last_synced_at" TIMESTAMPTZ(3),
    "events_read_until" TIMESTAMPTZ(3),
    "subscriptions_checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("customer_id","type")
);

-- CreateTable
CREATE TABLE "oauth_attempts" (
    "state_hash" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "type" "connection_type" NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_attempts_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
CREATE TABLE "rate_paces" (
    "key" TEXT NOT NULL,
    "arrives_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_paces_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "sync_runs" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" "sync_status" NOT NULL DEFAULT 'running',
    "phase" TEXT NOT NULL DEFAULT 'listing',
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sync_runs_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "company_name" TEXT,
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT,
    "other_emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "street" TEXT NOT NULL DEFAULT '',
    "zip" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL DEFAULT '',
    "country_code" TEXT NOT NULL DEFAULT 'DE',
    "language" TEXT NOT NULL DEFAULT 'de',
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "is_excluded" BOOLEAN NOT NULL DEFAULT false,
    "requests_off" BOOLEAN NOT NULL DEFAULT false,
    "stale_at" TIMESTAMPTZ(3),
    "default_mandate_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "zip" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL DEFAULT '',
    "country_code" TEXT NOT NULL DEFAULT 'DE',
    "vat_id" TEXT NOT NULL DEFAULT '',
    "mobile_number" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "days_earlier" INTEGER NOT NULL DEFAULT 0,
    "notice_days" INTEGER NOT NULL DEFAULT 2,
    "max_overdue_days" INTEGER NOT NULL DEFAULT 60,
    "payment_description" TEXT,
    "payment_conditions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "requests_mandates" BOOLEAN NOT NULL DEFAULT true,
    "discount_code" TEXT,
    "onboarded_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT,
    "user_id" TEXT,
    "user_name" TEXT,
    "ip" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox_events" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "customer_id" TEXT,
    "subject" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "external_type" TEXT NOT NULL,
    "kind" "invoice_kind" NOT NULL,
    "number" TEXT NOT NULL DEFAULT '',
    "book_status" "book_status" NOT NULL,
    "contact_id" TEXT,
    "contact_name" TEXT NOT NULL DEFAULT '',
    "voucher_date" DATE NOT NULL,
    "due_date" DATE NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "total_cents" INTEGER NOT NULL,
    "open_cents" INTEGER NOT NULL,
    "term_label" TEXT NOT NULL DEFAULT '',
    "discount_percent" DOUBLE PRECISION,
    "discount_days" INTEGER,
    "language" TEXT NOT NULL DEFAULT 'de',
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "deducted_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "external_updated_at" TIMESTAMPTZ(3),
    "listed_updated_at" TIMESTAMPTZ(3),
    "stale_at" TIMESTAMPTZ(3),
    "last_event_at" TIMESTAMPTZ(3),
    "open_stale_at" TIMESTAMPTZ(3),
    "needs_decision" BOOLEAN NOT NULL DEFAULT true,
    "read_at" TIMESTAMPTZ(3),
    "is_excluded" BOOLEAN NOT NULL DEFAULT false,
    "held_until" DATE,
    "late_confirmed_at" TIMESTAMPTZ(3),
    "retry_approved_at" TIMESTAMPTZ(3),
    "outcome" "decision_outcome",
    "reason" TEXT,
    "decision" JSONB,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "mandates" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "provider_customer_id" TEXT,
    "status" "mandate_status" NOT NULL,
    "reference" TEXT NOT NULL DEFAULT '',
    "scheme" TEXT NOT NULL DEFAULT 'sepa_core',
    "payer_name" TEXT NOT NULL DEFAULT '',
    "payer_email" TEXT NOT NULL DEFAULT '',
    "bank_name" TEXT NOT NULL DEFAULT '',
    "account_hint" TEXT NOT NULL DEFAULT '',
    "next_possible_charge_date" DATE,
    "charge_date_read_on" DATE,
    "replaced_by_id" TEXT,
    "transferred_at" TIMESTAMPTZ(3),
    "contact_id" TEXT,
    "proposed_contact_id" TEXT,
    "proposal_reason" TEXT,
    "is_ignored" BOOLEAN NOT NULL DEFAULT false,
    "signed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mandates_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "mandate_requests" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "invoice_id" TEXT,
    "status" "mandate_request_status" NOT NULL DEFAULT 'pending',
    "by_mail" BOOLEAN NOT NULL DEFAULT true,
    "email" TEXT,
    "language" TEXT NOT NULL DEFAULT 'de',
    "mail_count" INTEGER NOT NULL DEFAULT 0,
    "billing_request_id" TEXT,
    "billing_request_no" INTEGER NOT NULL DEFAULT 0,
    "flow_count" INTEGER NOT NULL DEFAULT 0,
    "mandate_id" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "exited_at" TIMESTAMPTZ(3),
    "signed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mandate_requests_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT,
    "key" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "subject" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL DEFAULT '',
    "status" "payout_status" NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "fee_cents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "arrival_date" DATE,
    "paid_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "item_tenths" INTEGER NOT NULL DEFAULT 0,
    "is_proven" BOOLEAN NOT NULL DEFAULT false,
    "booking_status" "booking_status" NOT NULL DEFAULT 'pending',
    "booked_at" TIMESTAMPTZ(3),
    "booking_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "payout_items" (
    "customer_id" TEXT NOT NULL,
    "payout_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "tenths" INTEGER NOT NULL,
    "provider_payment_id" TEXT,
    "provider_refund_id" TEXT,
    "collection_id" TEXT,
    "invoice_id" TEXT,
    "is_foreign" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "payout_items_pkey" PRIMARY KEY ("customer_id","payout_id","position")
);

-- CreateTable
CREATE TABLE "bookings" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "payout_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "invoice_id" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "fee_cents" INTEGER NOT NULL DEFAULT 0,
    "purpose" TEXT NOT NULL,
    "payer_name" TEXT NOT NULL DEFAULT '',
    "is_hinted" BOOLEAN NOT NULL DEFAULT false,
    "sent_at" TIMESTAMPTZ(3),
    "provider_id" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bookings_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "booking_hints" (
    "customer_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "booking_hints_pkey" PRIMARY KEY ("customer_id","invoice_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "ceremonies_expires_at_idx" ON "ceremonies"("expires_at");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_customer_id_email_key" ON "invitations"("customer_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "collections_idempotency_key_key" ON "collections"("idempotency_key");

-- CreateIndex
CREATE INDEX "collections_customer_id_status_charge_date_idx" ON "collections"("customer_id", "status", "charge_date");

-- CreateIndex
CREATE INDEX "collections_customer_id_mandate_id_idx" ON "collections"("customer_id", "mandate_id");

-- CreateIndex
CREATE UNIQUE INDEX "collections_customer_id_invoice_id_attempt_key" ON "collections"("customer_id", "invoice_id", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "collections_customer_id_provider_id_key" ON "collections"("customer_id", "provider_id");

-- CreateIndex
CREATE INDEX "collection_events_customer_id_collection_id_occurred_at_idx" ON "collection_events"("customer_id", "collection_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "connections_type_organisation_id_key" ON "connections"("type", "organisation_id");

-- CreateIndex
CREATE INDEX "oauth_attempts_expires_at_idx" ON "oauth_attempts"("expires_at");

-- CreateIndex
CREATE INDEX "contacts_customer_id_stale_at_idx" ON "contacts"("customer_id", "stale_at");

-- CreateIndex
CREATE UNIQUE INDEX "contacts_customer_id_external_id_key" ON "contacts"("customer_id", "external_id");

-- CreateIndex
CREATE INDEX "audit_entries_customer_id_at_idx" ON "audit_entries"("customer_id", "at" DESC);

-- CreateIndex
CREATE INDEX "inbox_events_customer_id_handled_at_occurred_at_idx" ON "inbox_events"("customer_id", "handled_at", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_events_provider_event_id_key" ON "inbox_events"("provider", "event_id");

-- CreateIndex
CREATE INDEX "invoices_customer_id_due_date_id_idx" ON "invoices"("customer_id", "due_date" DESC, "id");

-- CreateIndex
CREATE INDEX "invoices_customer_id_stale_at_idx" ON "invoices"("customer_id", "stale_at");

-- CreateIndex
CREATE INDEX "invoices_customer_id_open_stale_at_idx" ON "invoices"("customer_id", "open_stale_at");

-- CreateIndex
CREATE INDEX "invoices_customer_id_needs_decision_idx" ON "invoices"("customer_id", "needs_decision");

-- CreateIndex
CREATE INDEX "invoices_customer_id_contact_id_idx" ON "invoices"("customer_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_customer_id_external_id_key" ON "invoices"("customer_id", "external_id");

-- CreateIndex
CREATE INDEX "mandates_customer_id_contact_id_idx" ON "mandates"("customer_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "mandates_customer_id_provider_id_key" ON "mandates"("customer_id", "provider_id");

-- CreateIndex
CREATE INDEX "mandate_requests_customer_id_contact_id_idx" ON "mandate_requests"("customer_id", "contact_id");

-- CreateIndex
CREATE INDEX "mandate_requests_customer_id_billing_request_id_idx" ON "mandate_requests"("customer_id", "billing_request_id");

-- CreateIndex
CREATE INDEX "mandate_requests_customer_id_created_at_id_idx" ON "mandate_requests"("customer_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_key_key" ON "mails"("key");

-- CreateIndex
CREATE INDEX "mails_customer_id_created_at_idx" ON "mails"("customer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "notices_customer_id_resolved_at_idx" ON "notices"("customer_id", "resolved_at");

-- CreateIndex
CREATE UNIQUE INDEX "notices_customer_id_key_key" ON "notices"("customer_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_customer_id_provider_id_key" ON "payouts"("customer_id", "provider_id");

-- CreateIndex
CREATE INDEX "payout_items_customer_id_provider_payment_id_idx" ON "payout_items"("customer_id", "provider_payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "bookings_customer_id_reference_key" ON "bookings"("customer_id", "reference");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_customer_id_invoice_id_fkey" FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_customer_id_mandate_id_fkey" FOREIGN KEY ("customer_id", "mandate_id") REFERENCES "mandates"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_events" ADD CONSTRAINT "collection_events_customer_id_collection_id_fkey" FOREIGN KEY ("customer_id", "collection_id") REFERENCES "collections"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_contact_id_fkey" FOREIGN KEY ("customer_id", "contact_id") REFERENCES "contacts"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_customer_id_contact_id_fkey" FOREIGN KEY ("customer_id", "contact_id") REFERENCES "contacts"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mandate_requests" ADD CONSTRAINT "mandate_requests_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mandate_requests" ADD CONSTRAINT "mandate_requests_customer_id_contact_id_fkey" FOREIGN KEY ("customer_id", "contact_id") REFERENCES "contacts"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mandate_requests" ADD CONSTRAINT "mandate_requests_customer_id_invoice_id_fkey" FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_customer_id_payout_id_fkey" FOREIGN KEY ("customer_id", "payout_id") REFERENCES "payouts"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_customer_id_payout_id_fkey" FOREIGN KEY ("customer_id", "payout_id") REFERENCES "payouts"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_hints" ADD CONSTRAINT "booking_hints_customer_id_invoice_id_fkey" FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;



-- Rules the schema language cannot say.

-- At most one collection per invoice is under way or has brought its money.
CREATE UNIQUE INDEX "collections_one_per_invoice" ON "collections" ("customer_id", "invoice_id") WHERE "holds_invoice";

-- At most one open invitation per contact.
CREATE UNIQUE INDEX "mandate_requests_one_open_per_contact" ON "mandate_requests" ("customer_id", "contact_id")
  WHERE "status" IN ('pending', 'sent', 'opened', 'exited');
