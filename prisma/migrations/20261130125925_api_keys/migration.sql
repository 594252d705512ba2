-- Keys with which programs of a supplier call the API.
CREATE TYPE "api_key_scope" AS ENUM ('read', 'write');

CREATE TABLE "api_keys" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" "api_key_scope" NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "made_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("customer_id","id")
);
CREATE UNIQUE INDEX "api_keys_id_key" ON "api_keys"("id");
CREATE INDEX "api_keys_customer_id_made_by_id_idx" ON "api_keys"("customer_id", "made_by_id");
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_customer_id_made_by_id_fkey"
  FOREIGN KEY ("customer_id", "made_by_id") REFERENCES "memberships"("customer_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON "api_keys" TO "einzug_supplier";
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "api_keys" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));

ALTER TABLE "audit_entries" ADD COLUMN "api_key_id" TEXT;
