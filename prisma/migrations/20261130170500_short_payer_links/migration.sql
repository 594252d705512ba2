-- A payer's link names only the request, so the request is found without its supplier.
CREATE UNIQUE INDEX "mandate_requests_id_key" ON "mandate_requests"("id");
