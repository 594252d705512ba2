import type { Metadata } from "next";
import { ReturnView } from "@/components/connect/return-view";

export const metadata: Metadata = { title: "GoCardless" };

export default function GocardlessReturnPage() {
  return <ReturnView vendor="GoCardless" endpoint="/api/v1/connect/gocardless/redirect" />;
}
