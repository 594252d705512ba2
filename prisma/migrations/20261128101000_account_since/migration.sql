-- Since when this very account is worked for: being connected again does not begin it anew.
ALTER TABLE "connections" ADD COLUMN "account_since" TIMESTAMPTZ(3);

UPDATE "connections" SET "account_since" = "connected_at";
