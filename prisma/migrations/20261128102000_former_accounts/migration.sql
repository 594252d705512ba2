-- A mandate belongs to the account at which it was made: while another one is connected, nobody can be debited on it.
ALTER TYPE "mandate_status" ADD VALUE 'other_account';

-- Whose account it was, kept over a disconnection: the same one goes on where it was left, another one begins anew.
ALTER TABLE "connections" ADD COLUMN "last_organisation_id" TEXT;

UPDATE "connections" SET "last_organisation_id" = "organisation_id";
