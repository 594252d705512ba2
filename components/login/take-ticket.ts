"use client";

import { signInBy } from "./sign-in-client";

/** Turns a ticket into a session and goes on; to the sign-in, if it was used or too old. `stays`: keeps the cookie. */
export async function takeTicket(ticket: string, path = "/app", stays = false): Promise<void> {
  const answer = await signInBy("ticket", { ticket, stay: String(stays) });
  window.location.assign(answer.ok ? path : "/login");
}
