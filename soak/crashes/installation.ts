import { withStack } from "../../bench/stack-of-its-own";
import type { Child } from "../../scripts/processes";
import type { Stack } from "../../scripts/stack";
import type { Sender } from "../lives/people";

/** The running processes of the installation. */
export type Running = Record<"web" | "worker" | "postgres", Child>;

/** A whole installation of its own, with the vendors' twins, for the long proofs. */
export interface Installation {
  stack: Stack;
  app: string;
  desk: string;
  running: Running;
  /**
   * Suppliers by the id of their organisation in the accounting system, each with a contact whose mandate is signed.
   */
  organisations: { id: string; contactId: string }[];
  /** A supplier with e-invoices, if there is one. */
  sender?: Sender;
}

/**
 * Starts an installation on the embedded PostgreSQL, connects suppliers, and ends it afterwards.
 *
 * @param prepare gets the empty data folder before anything is started
 */
export async function withInstallation(
  { name, suppliers, hasSender }: { name: string; suppliers: number; hasSender?: boolean },
  use: (place: Installation) => Promise<void>,
  prepare?: (dataDir: string) => void,
): Promise<void> {
  await withStack(
    name,
    async (stack, { app, desk }) => {
      const { layEInvoiceSupplier, laySuppliers } = await import("../../bench/sync-suppliers");
      const { postgres } = stack.children;
      if (!postgres) throw new Error(`${name}: needs the embedded PostgreSQL`);
      const running = { ...stack.children, postgres };
      const organisations = await laySuppliers(desk, suppliers);
      const sender = hasSender ? await layEInvoiceSupplier(desk) : undefined;
      await use({ stack, app, desk, running, organisations, sender });
    },
    { prepare },
  );
}

/** Calls the twins' control panel. */
export async function call<T>(
  { desk }: Pick<Installation, "desk">,
  path: string,
  body?: object,
  method = "POST",
): Promise<T> {
  const response = await fetch(`${desk}${path}`, { method, body: body ? JSON.stringify(body) : undefined });
  const text = await response.text();
  if (!response.ok) throw new Error(`desk ${path}: ${response.status} ${text.slice(0, 300)}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Returns the vendors' current instant. */
export async function clockOf(place: Pick<Installation, "desk">): Promise<string> {
  return (await call<{ now: string }>(place, "/clock", undefined, "GET")).now;
}
