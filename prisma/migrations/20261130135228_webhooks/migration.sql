-- Outbound webhooks: endpoints of suppliers, messages, and their deliveries.
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

CREATE TABLE "webhook_endpoints" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "kinds" TEXT[],
    "secret" TEXT NOT NULL,
    "old_secret" TEXT,
    "old_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("customer_id","id")
);
CREATE TABLE "webhook_messages" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("customer_id","id")
);
CREATE TABLE "webhook_deliveries" (
    "customer_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("customer_id","message_id","endpoint_id")
);
CREATE INDEX "webhook_messages_created_at_idx" ON "webhook_messages"("created_at");
CREATE INDEX "webhook_deliveries_customer_id_endpoint_id_status_next_at_idx"
  ON "webhook_deliveries"("customer_id", "endpoint_id", "status", "next_at");
CREATE INDEX "webhook_deliveries_status_next_at_idx" ON "webhook_deliveries"("status", "next_at");
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_customer_id_fkey"
  FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_customer_id_fkey"
  FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_customer_id_message_id_fkey"
  FOREIGN KEY ("customer_id", "message_id") REFERENCES "webhook_messages"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_customer_id_endpoint_id_fkey"
  FOREIGN KEY ("customer_id", "endpoint_id") REFERENCES "webhook_endpoints"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_endpoints" TO "einzug_supplier";
GRANT SELECT, INSERT, DELETE ON "webhook_messages" TO "einzug_supplier";
GRANT SELECT, INSERT, UPDATE ON "webhook_deliveries" TO "einzug_supplier";
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "webhook_endpoints" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "webhook_messages" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "webhook_messages" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "webhook_deliveries" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));

-- Writes the message of an event and its deliveries, in the transaction of the change. It costs a supplier without an
-- endpoint for that kind one lookup.
CREATE FUNCTION "einzug_note_webhook"("customer" text, "event" text, "about" jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  "message" text;
  -- Cut off, not rounded: a message must be due as soon as its change can be seen.
  "at" timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM webhook_endpoints e WHERE e.customer_id = customer AND e.disabled_at IS NULL AND event = ANY (e.kinds)
  ) THEN
    RETURN;
  END IF;
  message := 'msg_' || replace(gen_random_uuid()::text, '-', '');
  INSERT INTO webhook_messages (customer_id, id, kind, data, created_at)
    VALUES (customer, message, event, about, "at");
  INSERT INTO webhook_deliveries (customer_id, message_id, endpoint_id, next_at)
    SELECT customer, message, e.id, "at" FROM webhook_endpoints e
    WHERE e.customer_id = customer AND e.disabled_at IS NULL AND event = ANY (e.kinds);
END $$;

-- The triggers run as the owner of the tables: the suppliers' role may call no such function itself.
CREATE FUNCTION "einzug_mandate_changed"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM einzug_note_webhook(NEW.customer_id, 'mandate.changed', jsonb_build_object(
    'mandateId', NEW.id, 'status', NEW.status, 'reference', NEW.reference, 'contactId', NEW.contact_id,
    'providerId', NEW.provider_id));
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_added" AFTER INSERT ON "mandates" FOR EACH ROW EXECUTE FUNCTION "einzug_mandate_changed"();
CREATE TRIGGER "webhook_changed" AFTER UPDATE ON "mandates" FOR EACH ROW
  WHEN ((OLD.status, OLD.contact_id) IS DISTINCT FROM (NEW.status, NEW.contact_id)) EXECUTE FUNCTION "einzug_mandate_changed"();

CREATE FUNCTION "einzug_debit_changed"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM einzug_note_webhook(NEW.customer_id, 'debit.changed', jsonb_build_object(
    'debitId', NEW.id, 'status', NEW.status, 'invoiceId', NEW.invoice_id, 'mandateId', NEW.mandate_id,
    'attempt', NEW.attempt, 'amountCents', NEW.amount_cents, 'reference', NEW.reference, 'debitDate', NEW.debit_date,
    'failureCause', NEW.failure_cause, 'failureCode', NEW.failure_code, 'providerId', NEW.provider_id));
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_added" AFTER INSERT ON "collections" FOR EACH ROW EXECUTE FUNCTION "einzug_debit_changed"();
CREATE TRIGGER "webhook_changed" AFTER UPDATE ON "collections" FOR EACH ROW
  WHEN ((OLD.status, OLD.debit_date, OLD.amount_cents) IS DISTINCT FROM (NEW.status, NEW.debit_date, NEW.amount_cents))
  EXECUTE FUNCTION "einzug_debit_changed"();

CREATE FUNCTION "einzug_return_changed"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM einzug_note_webhook(NEW.customer_id, 'return.changed', jsonb_build_object(
    'returnId', NEW.id, 'isDone', NEW.is_done, 'outcome', NEW.outcome, 'invoiceId', NEW.invoice_id,
    'debitId', NEW.collection_id));
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_added" AFTER INSERT ON "return_cases" FOR EACH ROW EXECUTE FUNCTION "einzug_return_changed"();
CREATE TRIGGER "webhook_changed" AFTER UPDATE ON "return_cases" FOR EACH ROW
  WHEN ((OLD.is_done, OLD.outcome, OLD.collection_id) IS DISTINCT FROM (NEW.is_done, NEW.outcome, NEW.collection_id))
  EXECUTE FUNCTION "einzug_return_changed"();

CREATE FUNCTION "einzug_payout_changed"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM einzug_note_webhook(NEW.customer_id, 'payout.changed', jsonb_build_object(
    'payoutId', NEW.id, 'status', NEW.status, 'amountCents', NEW.amount_cents, 'feeCents', NEW.fee_cents,
    'currency', NEW.currency, 'arrivalDate', NEW.arrival_date, 'reference', NEW.reference, 'providerId', NEW.provider_id));
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_added" AFTER INSERT ON "payouts" FOR EACH ROW EXECUTE FUNCTION "einzug_payout_changed"();
CREATE TRIGGER "webhook_changed" AFTER UPDATE ON "payouts" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION "einzug_payout_changed"();

CREATE FUNCTION "einzug_booking_changed"() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM einzug_note_webhook(NEW.customer_id, 'booking.changed', jsonb_build_object(
    'payoutId', NEW.id, 'status', NEW.booking_status, 'reference', NEW.reference));
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_booked" AFTER UPDATE ON "payouts" FOR EACH ROW
  WHEN (OLD.booking_status IS DISTINCT FROM NEW.booking_status) EXECUTE FUNCTION "einzug_booking_changed"();

REVOKE ALL ON FUNCTION "einzug_note_webhook"(text, text, jsonb) FROM PUBLIC;
REVOKE ALL ON FUNCTION "einzug_mandate_changed"(), "einzug_debit_changed"(), "einzug_return_changed"(),
  "einzug_payout_changed"(), "einzug_booking_changed"() FROM PUBLIC;
