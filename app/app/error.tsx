"use client";

import { type Fault, FaultView } from "@/components/info/fault-view";

export default function AreaErrorPage(fault: Fault) {
  return <FaultView {...fault} />;
}
