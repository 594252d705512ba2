import { ReturnView } from "@/components/connect/return-view";

export default function LexofficeReturnPage() {
  return <ReturnView vendor="Lexware Office" endpoint="/api/v1/connect/lexoffice/" />;
}
