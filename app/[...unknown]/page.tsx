import { notFound } from "next/navigation";
import { pageSession } from "@/lib/auth/sessions/page-session";

/** Requires a session for unknown addresses too, so that a stranger cannot find out which addresses exist. */
export default async function UnknownPage(): Promise<never> {
  await pageSession();
  notFound();
}
