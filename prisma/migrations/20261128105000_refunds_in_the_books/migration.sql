-- What a supplier gave back was called a returned debit. Lines of former books are compared by their kind, so those that
-- stand there are renamed, too. What was sent to the books keeps its text.
UPDATE "bookings" b SET "kind" = 'refund'
FROM "payouts" p JOIN "payout_items" i ON i."customer_id" = p."customer_id" AND i."payout_id" = p."id"
WHERE b."customer_id" = p."customer_id" AND b."payout_id" = p."id"
  AND b."kind" IN ('return', 'other')
  AND b."reference" = p."provider_id" || '-' || i."position"
  AND i."type" IN ('payment_refunded', 'refund', 'refund_funds_returned');
