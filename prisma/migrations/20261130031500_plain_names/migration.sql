-- Columns and values get the terms of docs/glossary.md. Processes of the version before must be stopped first.
ALTER TABLE "collections" RENAME COLUMN "taken_up_at" TO "resubmitted_at";
ALTER TABLE "invoices" RENAME COLUMN "words_taken_back_at" TO "instructions_revoked_at";
ALTER TABLE "connections" RENAME COLUMN "engines_read_at" TO "schedules_read_at";
ALTER TABLE "connections" RENAME COLUMN "engines_confirmed_at" TO "schedules_confirmed_at";
ALTER TYPE "return_outcome" RENAME VALUE 'laid_aside' TO 'dismissed';
ALTER TYPE "return_outcome" RENAME VALUE 'carried_over' TO 'migrated';
ALTER TYPE "difference_repair" RENAME VALUE 'adopted' TO 'imported';
