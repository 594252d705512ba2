import type { ReactNode } from "react";
import { PublicFrame } from "@/components/shell/public-frame";
import { loadVisitor } from "@/lib/customers/loaders";

export default async function InfoLayout({ children }: { children: ReactNode }) {
  return <PublicFrame visitor={await loadVisitor()}>{children}</PublicFrame>;
}
