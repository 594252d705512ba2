-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "creditor_city" TEXT,
ADD COLUMN     "engines_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "engines_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "instalment_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "instalment_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "subscription_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "subscription_count" INTEGER NOT NULL DEFAULT 0;

