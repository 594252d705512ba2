ALTER TABLE "mandate_requests" ADD COLUMN "mail_refused_at" TIMESTAMPTZ(3);

-- Of those refused before: the last mail of each says so.
UPDATE "mandate_requests" AS request SET "mail_refused_at" = mail."updated_at"
FROM "mails" AS mail
WHERE mail."customer_id" = request."customer_id"
  AND mail."key" = 'mandate:' || request."id" || ':' || request."mail_count"
  AND mail."status" = 'failed' AND mail."error" IS DISTINCT FROM 'not sent in time';
