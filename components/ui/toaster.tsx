"use client";

import { Toaster as Sonner } from "sonner";

export function Toaster({ label }: { label: string }) {
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
