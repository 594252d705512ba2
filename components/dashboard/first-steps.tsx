import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConnectButton } from "@/components/connections/connect-button";
import { VENDOR_NAMES } from "@/components/connections/vendors";
import { cx } from "@/components/ui/class-names";
import type { ConnectionView } from "@/lib/connections/loaders";

/** For a newcomer: the two connections, then the payment condition. Done steps stay, ticked. */
export function FirstSteps({ connections, hasCondition }: { connections: ConnectionView[]; hasCondition: boolean }) {
  const t = useTranslations("dashboard.first");
  const next = connections.find((connection) => connection.status !== "connected")?.type;
  return (
    <section aria-labelledby="first-steps" className="rounded-card border bg-surface p-4 sm:p-6">
      <h2 id="first-steps" className="text-lg">
        {t("title")}
      </h2>
      <p className="prose-width mt-1 text-muted">{t("text")}</p>
      <ol className="mt-6 space-y-6">
        {connections.map((connection, index) => (
          <Step
            key={connection.type}
            number={index + 1}
            done={connection.status === "connected"}
            title={t(`${connection.type}.title`)}
            text={t(`${connection.type}.text`)}
          >
            {connection.status === "connected" ? null : (
              <ConnectButton type={connection.type} tone={connection.type === next ? "primary" : "plain"}>
                {t("connect", { vendor: VENDOR_NAMES[connection.type] })}
              </ConnectButton>
            )}
          </Step>
        ))}
        <Step
          number={connections.length + 1}
          done={hasCondition}
          title={t("condition.title")}
          text={t("condition.text")}
        />
      </ol>
    </section>
  );
}

function Step({
  number,
  done,
  title,
  text,
  children,
}: {
  number: number;
  done: boolean;
  title: string;
  text: string;
  children?: React.ReactNode;
}) {
  const t = useTranslations("dashboard.first");
  return (
    <li className="flex gap-4">
      <span
        className={cx(
          "grid size-8 shrink-0 place-items-center rounded-full font-semibold",
          done ? "bg-good-soft text-good" : "bg-action-soft text-action",
        )}
      >
        {done ? <Check aria-label={t("done")} strokeWidth={2} className="size-4" /> : number}
      </span>
      <div className="min-w-0 pt-1">
        <h3>{title}</h3>
        <p className="prose-width text-sm text-muted">{text}</p>
        {children ? <div className="mt-3 empty:hidden">{children}</div> : null}
      </div>
    </li>
  );
}
