"use client";

import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { sayBy } from "./toast";

export function ToastList({ label }: { label: string }) {
  useEffect(() => sayBy((text) => void toast.success(text)), []);
  return (
    <Sonner
      position="top-right"
      duration={5000}
      containerAriaLabel={label}
      offset={{ top: 72 }}
      mobileOffset={{ top: 64 }}
      toastOptions={{
        style: {
          background: "var(--surface)",
          color: "var(--ink)",
          border: "1px solid var(--line)",
          borderRadius: "var(--radius-control)",
          boxShadow: "var(--shadow-float)",
          fontFamily: "var(--font-sans)",
        },
      }}
    />
  );
}
