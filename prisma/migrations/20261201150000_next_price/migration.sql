-- The mail that announces a change of plan names its price.
ALTER TABLE "contracts" ADD COLUMN "next_cents" INTEGER;
