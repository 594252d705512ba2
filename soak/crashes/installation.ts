import { withStack } from "../../bench/stack-of-its-own";
import type { Child } from "../../scripts/processes";
import type { Stack } from "../../scripts/stack";

/** Processes of the installation as they run now. */
export type Running = Record<"web" | "worker" | "postgres", Child>;

/** A whole installation of its own, with the vendors' twins, as long proofs treat it badly. */
export interface Installation {
  stack: Stack;
  app: string;
  desk: string;
  running: Running;
  /** Suppliers by the id of their books, each with a contact whose mandate is signed. */
  organisations: { id: string; contactId: string }[];
}

/**
 * Starts an installation on the embedded PostgreSQL, connects suppliers, and ends it afterwards.
 *
 * @param prepare gets the empty folder in which everything will lie, before anything is started
 */
export async function withInstallation(
  { name, suppliers }: { name: string; suppliers: number },
  use: (place: Installation) => Promise<void>,
  prepare?: (dataDir: string) => void,
): Promise<void> {
  await withStack(
    name,
    async (stack, { app, desk }) => {
      const { laySuppliers } = await import("../../bench/sync-suppliers");
      const { postgres } = stack.children;
      if (!postgres) throw new Error(`${name}: needs the embedded PostgreSQL`);
      const running = { ...stack.children, postgres };
      await use({ stack, app, desk, running, organisations: await laySuppliers(desk, suppliers) });
    },
    prepare,
  );
}

/** Asks the twins' desk. */
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

/** The instant that holds at the vendors. */
export async function clockOf(place: Pick<Installation, "desk">): Promise<string> {
  return (await call<{ now: string }>(place, "/clock", undefined, "GET")).now;
}
