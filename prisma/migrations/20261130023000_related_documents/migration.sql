-- Decisions store what related documents mean as one value instead of four flags. Screens read it from there until the
-- invoice is decided again.
UPDATE "invoices"
SET "decision" = jsonb_set("decision", '{input,invoice,related}', to_jsonb(CASE
  WHEN "decision" #>> '{input,invoice,hasDownPaymentLeftOut}' = 'true' THEN 'claims_down_payment'
  WHEN "decision" #>> '{input,invoice,isCollectedInOtherBooks}' = 'true' THEN 'collected_elsewhere'
  WHEN "decision" #>> '{input,invoice,downPaymentInCollection}' = 'claimed_too' THEN 'down_payment_claimed_too'
  WHEN "decision" #>> '{input,invoice,downPaymentInCollection}' = 'deducted' THEN 'down_payment_deducted'
  ELSE 'claimed_by_closing'
END))
WHERE "decision" #>> '{input,invoice,hasDownPaymentLeftOut}' = 'true'
  OR "decision" #>> '{input,invoice,isCollectedInOtherBooks}' = 'true'
  OR "decision" #>> '{input,invoice,isClaimedByClosing}' = 'true'
  OR "decision" #>> '{input,invoice,downPaymentInCollection}' IS NOT NULL;
