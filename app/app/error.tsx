"use client";

import { FaultView } from "@/components/info/fault-view";

export default function AreaErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <FaultView digest={error.digest} retry={retry} />;
}
