import type { ReactNode } from "react";
import { PublicFrame } from "@/components/shell/public-frame";

export default function InfoLayout({ children }: { children: ReactNode }) {
  return <PublicFrame>{children}</PublicFrame>;
}
