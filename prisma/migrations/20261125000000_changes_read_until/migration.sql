-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "changes_read_until" TIMESTAMPTZ(3);
