"use client";

import { type Fault, FaultView } from "@/components/info/fault-view";

/** The error page for payers: it says what the error means for their mandate, not for invoices. */
export default function PayerErrorPage(fault: Fault) {
  return (
    <main id="content">
      <FaultView {...fault} reader="payer" />
    </main>
  );
}
