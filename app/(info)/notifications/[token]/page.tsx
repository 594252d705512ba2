import { redirect } from "next/navigation";

/** Redirects from the address in mails that were sent before the links became short. */
export default async function FormerLeavePage({ params }: { params: Promise<{ token: string }> }) {
  redirect(`/n/${(await params).token}`);
}
