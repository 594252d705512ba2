-- When a person last proved in a session who they are. Sessions that run now have to prove it at the next occasion.
ALTER TABLE "sessions" ADD COLUMN "proved_at" TIMESTAMPTZ(3);
