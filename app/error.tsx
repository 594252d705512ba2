"use client";

import { type Fault, FaultView } from "@/components/info/fault-view";

export default function ErrorPage(fault: Fault) {
  return (
    <main id="content">
      <FaultView {...fault} />
    </main>
  );
}
