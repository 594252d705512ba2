-- A batch downloaded again is the same file, whatever names and debtors have become since (decision 033).
ALTER TABLE "datev_batch_files" ADD COLUMN "content" BYTEA;
