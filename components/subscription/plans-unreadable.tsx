import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import type { Unreadable } from "@/lib/subscriptions/loaders";

/** Shown instead of the price list if its set-up is wrong or it could not be read. `href` is the page to try again. */
export function PlansUnreadable({ why, href }: { why: Unreadable; href: string }) {
  const t = useTranslations("plans");
  const isOurs = why === "plans_unavailable";
  return (
    <Banner
      tone={isOurs ? "bad" : "wait"}
      title={t(isOurs ? "unavailable.title" : "unreachable.title")}
      action={
        // A plain link, because a full page load requests the price list again.
        <a href={href} className={buttonClass("plain", "small")}>
          {t("reload")}
        </a>
      }
    >
      {t(isOurs ? "unavailable.text" : "unreachable.text")}
    </Banner>
  );
}
