"use client";

import { useEffect, useRef } from "react";
import { takeTicket } from "./take-ticket";

/** Takes a ticket up as soon as the page stands; a ticket is good for one time, and effects run twice in development. */
export function TakeTicket({ ticket }: { ticket: string }) {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void takeTicket(ticket);
  }, [ticket]);
  return null;
}
