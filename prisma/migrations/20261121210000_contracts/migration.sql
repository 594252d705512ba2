-- CreateEnum
CREATE TYPE "contract_type" AS ENUM ('STRIPE', 'EXTERNAL');

-- CreateEnum
CREATE TYPE "plan_type" AS ENUM ('basic', 'premium');

-- CreateEnum
CREATE TYPE "price_base" AS ENUM ('monthly', 'yearly');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', 'cancelled');

-- CreateEnum
CREATE TYPE "payment_choice" AS ENUM ('card', 'sepa_debit', 'later');

-- Dropped at once although the last code to read it is only just gone: nothing has been released yet.
-- AlterTable
ALTER TABLE "customers" DROP COLUMN "onboarded_at";

-- CreateTable
CREATE TABLE "contracts" (
    "customer_id" TEXT NOT NULL,
    "type" "contract_type" NOT NULL DEFAULT 'STRIPE',
    "chosen_type" "plan_type",
    "chosen_base" "price_base",
    "chosen_payment" "payment_choice",
    "plan_type" "plan_type",
    "plan_base" "price_base",
    "price_id" TEXT,
    "price_cents" INTEGER,
    "external_reference" TEXT,
    "status" "subscription_status",
    "stripe_customer_id" TEXT,
    "subscription_id" TEXT,
    "item_id" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "trial_ends_at" TIMESTAMPTZ(3),
    "has_had_trial" BOOLEAN NOT NULL DEFAULT false,
    "period_ends_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "paused_until" TIMESTAMPTZ(3),
    "discount" JSONB,
    "schedule_id" TEXT,
    "next_type" "plan_type",
    "next_base" "price_base",
    "next_at" TIMESTAMPTZ(3),
    "payment_method" JSONB,
    "is_reversed" BOOLEAN NOT NULL DEFAULT false,
    "checkout_count" INTEGER NOT NULL DEFAULT 0,
    "checkout_session_id" TEXT,
    "read_count" INTEGER NOT NULL DEFAULT 0,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contracts_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "billing_contacts" (
    "customer_id" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "address" TEXT NOT NULL,
    "zip" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "vat_id" TEXT NOT NULL DEFAULT '',
    "country_code" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_contacts_pkey" PRIMARY KEY ("customer_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "contracts_stripe_customer_id_key" ON "contracts"("stripe_customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "contracts_subscription_id_key" ON "contracts"("subscription_id");

-- AddForeignKey
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_contacts" ADD CONSTRAINT "billing_contacts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;


