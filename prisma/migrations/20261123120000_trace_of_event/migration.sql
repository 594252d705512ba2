-- Working off an event goes on with the trace of the webhook that brought it (decision 030).
ALTER TABLE "inbox_events" ADD COLUMN "trace" TEXT;
