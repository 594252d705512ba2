import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TakeTicket } from "@/components/login/take-ticket-on-load";
import { Spinner } from "@/components/ui/spinner";
import { loadServiceTicket } from "@/lib/accounts/public-loaders";

/** A session by link: token, user and customer are checked against each other before it is made. */
export default async function ServiceLoginPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { jwtToken, userId, customerId } = await searchParams;
  if (typeof jwtToken !== "string" || typeof userId !== "string" || typeof customerId !== "string") redirect("/login");
  const ticket = await loadServiceTicket({ jwtToken, userId, customerId });
  if (!ticket) redirect("/login");
  const t = await getTranslations("connectReturn");
  return (
    <main id="content" className="grid min-h-dvh place-items-center px-4">
      <p role="status" className="flex items-center gap-3">
        <Spinner className="size-5 text-action" />
        {t("loading")}
      </p>
      <TakeTicket ticket={ticket} />
    </main>
  );
}
