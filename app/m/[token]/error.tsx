"use client";

import { type Fault, FaultView } from "@/components/info/fault-view";

/** Payers know nothing of invoices that are worked on: they are told what it means for them. */
export default function PayerErrorPage(fault: Fault) {
  return (
    <main id="content">
      <FaultView {...fault} reader="payer" />
    </main>
  );
}
