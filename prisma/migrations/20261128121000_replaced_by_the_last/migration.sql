-- A mandate that was replaced several times names the one that stands in its place now, not the next one.
WITH RECURSIVE line AS (
  SELECT "customer_id", "id", "replaced_by_id" AS last FROM "mandates" WHERE "replaced_by_id" IS NOT NULL
  UNION
  SELECT line."customer_id", line."id", m."replaced_by_id"
  FROM line JOIN "mandates" m ON m."customer_id" = line."customer_id" AND m."id" = line.last
  WHERE m."replaced_by_id" IS NOT NULL
)
UPDATE "mandates" m SET "replaced_by_id" = line.last
FROM line JOIN "mandates" heir ON heir."customer_id" = line."customer_id" AND heir."id" = line.last
WHERE m."customer_id" = line."customer_id" AND m."id" = line."id" AND heir."replaced_by_id" IS NULL;
