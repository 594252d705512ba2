-- A payer's link is made when its mail is sent: whoever reads the database cannot sign for anybody.
UPDATE "mails" SET "data" = "data" - 'link' WHERE "template" = 'mandate-request' AND jsonb_exists("data", 'link');
