"use client";

import { FaultView } from "@/components/info/fault-view";

export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main id="content">
      <FaultView digest={error.digest} retry={retry} />
    </main>
  );
}
