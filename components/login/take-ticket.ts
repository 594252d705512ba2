"use client";

import { signInBy } from "./sign-in-client";

/**
 * Exchanges a ticket for a session and opens `path`, or the sign-in page if the ticket was used or has expired. Without
 * a ticket the browser keeps its session. `stays`: the cookie outlives the browser window.
 */
export async function takeTicket(ticket: string | undefined, path = "/app", stays = false): Promise<void> {
  const isIn = ticket === undefined || (await signInBy("ticket", { ticket, stay: String(stays) })).ok;
  window.location.assign(isIn ? path : "/login");
}
