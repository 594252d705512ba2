-- The tables of the nightly comparison stand behind the wall, too (decision 027).
ALTER TABLE "comparisons" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "comparisons" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "compared_items" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "compared_items" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "differences" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "differences" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
