import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { LeaveButton } from "@/components/notifications/leave-button";
import { Link } from "@/components/ui/link";
import { loadLeaving } from "@/lib/notifications/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("notifications"))("leave.title"), referrer: "no-referrer", robots: "noindex" };
}

/** The page behind the link at the end of a mail: unsubscribes from that kind of mail, without a sign-in. */
export default async function LeavePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [t, view] = await Promise.all([getTranslations("notifications"), loadLeaving(decodeURIComponent(token))]);
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-10 sm:py-16">
      <h1 className="text-2xl">{t("leave.title")}</h1>
      {!view ? <p className="mt-3">{t("leave.unknown")}</p> : null}
      {view?.isOff ? <p className="mt-3">{t(`leave.${view.kind}Off`)}</p> : null}
      {view && !view.isOff ? (
        <>
          <p className="mt-3 mb-6">{t(`leave.${view.kind}Ask`, { company: view.companyName })}</p>
          <ClientTexts names={["notifications"]}>
            <LeaveButton token={token} kind={view.kind} />
          </ClientTexts>
        </>
      ) : null}
      <p className="mt-6 text-sm text-muted">
        <Link href="/app/settings/notifications" className="text-action underline underline-offset-2">
          {t("leave.settings")}
        </Link>
      </p>
    </div>
  );
}
