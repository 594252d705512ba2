-- Two runs that book the same payouts side by side would post lines twice where the books know no reference of ours (decision 040).
CREATE TABLE "booking_turns" (
    "customer_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "booking_turns_pkey" PRIMARY KEY ("customer_id")
);
ALTER TABLE "booking_turns" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "booking_turns" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));

-- An account that was renamed in the books is still the one: it is known by its id and what that was made for.
ALTER TABLE "connections" ADD COLUMN     "finance_account_reference" TEXT;
