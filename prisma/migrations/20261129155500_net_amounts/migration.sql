-- What an invoice claims without tax. Documents read before get theirs when they are read again.
ALTER TABLE "invoices" ADD COLUMN "net_cents" INTEGER;
