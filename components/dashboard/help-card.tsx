import { CircleHelp, Images, LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { marksOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";
import { WelcomeTour } from "./welcome-tour";

const STEPS = ["needs", "conditions", "money"] as const;

interface Props {
  supportHref: string;
  isTourOver: boolean;
  /** The accounting system in use: the field that means direct debit differs. */
  integration?: string;
}

/**
 * Help on the dashboard: the questions and answers, the setup in pictures, the welcome tour again, and a person to
 * write to.
 */
export function HelpCard({ supportHref, isTourOver, integration }: Props) {
  const t = useTranslations("dashboard.help");
  const s = useTranslations("shell");
  const link = buttonClass("plain", "small");
  const icon = { "aria-hidden": true, strokeWidth: 1.5, className: "size-4" } as const;
  const texts = {
    start: t("tour"),
    next: t("next"),
    previous: t("previous"),
    done: t("done"),
    skip: t("skip"),
    progress: t("progress", { current: "{{current}}", total: "{{total}}" }),
    steps: STEPS.map((anchor) => ({
      anchor,
      title: t(`steps.${anchor}.title`),
      text:
        anchor === "conditions"
          ? t(`collected.${marksOf(integration)}`, { vendor: vendorName(integration) ?? "" })
          : t(`steps.${anchor}.text`),
    })),
  };
  return (
    <Card>
      <section id="help" aria-labelledby="help-title">
        <h2 id="help-title" className="text-base">
          {t("title")}
        </h2>
        <p className="mt-1 text-sm text-muted">{t("intro")}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <WelcomeTour texts={texts} isOver={isTourOver} />
          <Link href="/faq" className={link}>
            <CircleHelp {...icon} />
            {t("faq")}
          </Link>
          <Link href="/faq#tour" className={link}>
            <Images {...icon} />
            {s("tour")}
          </Link>
          <a href={supportHref} className={link}>
            <LifeBuoy {...icon} />
            {s("support")}
          </a>
        </div>
      </section>
    </Card>
  );
}
