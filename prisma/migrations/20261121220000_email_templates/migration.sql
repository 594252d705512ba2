-- CreateTable
CREATE TABLE "email_templates" (
    "customer_id" TEXT NOT NULL,
    "tab" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "subject" TEXT NOT NULL,
    "headline" TEXT NOT NULL,
    "subtitle" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "short_info" TEXT NOT NULL,
    "reply_to" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_templates_pkey" PRIMARY KEY ("customer_id","tab","language")
);

-- CreateTable
CREATE TABLE "email_logos" (
    "customer_id" TEXT NOT NULL,
    "tab" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_logos_pkey" PRIMARY KEY ("customer_id","tab","language")
);

-- AddForeignKey
ALTER TABLE "email_templates" ADD CONSTRAINT "email_templates_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_logos" ADD CONSTRAINT "email_logos_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
