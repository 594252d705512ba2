import type { Metadata } from "next";
import { ReturnView } from "@/components/connect/return-view";

export const metadata: Metadata = { title: "Lexware Office" };

export default function LexofficeReturnPage() {
  return <ReturnView vendor="Lexware Office" endpoint="/api/v1/connect/lexoffice/" />;
}
