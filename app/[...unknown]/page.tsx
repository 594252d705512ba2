import { notFound } from "next/navigation";
import { pageSession } from "@/lib/customers/loaders";

/** Addresses that do not exist belong to the signed-in area too: a stranger is not told which ones those are. */
export default async function UnknownPage(): Promise<never> {
  await pageSession();
  notFound();
}
