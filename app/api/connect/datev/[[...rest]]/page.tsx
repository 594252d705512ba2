import type { Metadata } from "next";
import { ReturnView } from "@/components/connect/return-view";

export const metadata: Metadata = { title: "DATEV" };

export default function DatevReturnPage() {
  return <ReturnView vendor="DATEV" endpoint="/api/v1/connect/datev/" next="/app/datev" />;
}
