"use client";

import { signInBy } from "./sign-in-client";

/**
 * Turns a ticket into a session and opens `path`, or the sign-in if the ticket was used or is too old. Without a ticket the
 * browser keeps the session it has. `stays`: keeps the cookie.
 */
export async function takeTicket(ticket: string | undefined, path = "/app", stays = false): Promise<void> {
  const isIn = ticket === undefined || (await signInBy("ticket", { ticket, stay: String(stays) })).ok;
  window.location.assign(isIn ? path : "/login");
}
