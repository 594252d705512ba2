-- Whether the person chose to stay logged in. Until now the length of a session told it, but a session that follows another
-- one ends with it and may be short. Only a session of a browser could last longer than a day.
ALTER TABLE "sessions" ADD COLUMN "stays" BOOLEAN NOT NULL DEFAULT false;
UPDATE "sessions" SET "stays" = true WHERE NOT "is_api" AND "expires_at" - "created_at" > interval '2 days';
