"use client";

import { signInBy } from "./sign-in-client";

/** Turns a ticket into a session and goes on; to the sign-in, if it was used or too old. */
export async function takeTicket(ticket: string, path = "/app"): Promise<void> {
  const answer = await signInBy("ticket", { ticket });
  window.location.assign(answer.ok ? path : "/login");
}
