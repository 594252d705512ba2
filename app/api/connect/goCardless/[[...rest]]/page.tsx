import { ReturnView } from "@/components/connect/return-view";

export default function GocardlessReturnPage() {
  return <ReturnView vendor="GoCardless" endpoint="/api/v1/connect/gocardless/redirect" />;
}
