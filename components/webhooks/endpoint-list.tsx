import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { formatInstant } from "@/lib/core/time/dates";
import { deleteEndpointAction, sendTestAction, switchEndpointAction } from "@/lib/webhooks/actions";
import type { loadWebhooks } from "@/lib/webhooks/loaders";
import { DeliveryLog } from "./delivery-log";
import { kindKey } from "./kind-text";
import { RotateSecret } from "./rotate-secret";

type EndpointView = NonNullable<Awaited<ReturnType<typeof loadWebhooks>>>[number];

/** Lists the endpoints of the account, each with its state, its buttons and its latest messages. */
export function EndpointList({ endpoints }: { endpoints: EndpointView[] }) {
  const t = useTranslations("account.webhooks");
  if (endpoints.length === 0) return <p className="prose-width p-4 text-muted sm:p-6">{t("none")}</p>;
  return (
    <ul aria-label={t("list")} className="divide-y">
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.id} endpoint={endpoint} />
      ))}
    </ul>
  );
}

function stateOf({ disabledAt, failingSince }: EndpointView) {
  if (disabledAt) return { text: "off", tone: "bad" } as const;
  return failingSince ? ({ text: "failing", tone: "wait" } as const) : ({ text: "on", tone: "good" } as const);
}

function EndpointRow({ endpoint }: { endpoint: EndpointView }) {
  const t = useTranslations("account.webhooks");
  const locale = useLocale();
  const { id, url, kinds, failingSince, oldSecretUntil, log } = endpoint;
  const state = stateOf(endpoint);
  return (
    <li className="space-y-3 px-4 py-4 sm:px-6">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{url}</span>
          <Pill tone={state.tone}>{t(state.text)}</Pill>
        </p>
        <ul className="mt-1 text-sm text-muted">
          {kinds.map((kind) => {
            const key = kindKey(kind);
            return <li key={kind}>{key ? t(key) : kind}</li>;
          })}
        </ul>
        {failingSince ? (
          <p className="mt-1 text-sm">{t("failingSince", { at: formatInstant(failingSince, locale) })}</p>
        ) : null}
        {oldSecretUntil ? (
          <p className="mt-1 text-sm text-muted">{t("oldSecret", { at: formatInstant(oldSecretUntil, locale) })}</p>
        ) : null}
      </div>
      <EndpointButtons endpoint={endpoint} />
      <DeliveryLog endpointId={id} url={url} log={log} />
    </li>
  );
}

function EndpointButtons({ endpoint: { id, url, disabledAt } }: { endpoint: EndpointView }) {
  const t = useTranslations("account");
  const isOn = disabledAt === null;
  return (
    <div className="flex flex-wrap gap-2">
      {isOn ? (
        <ActionButton
          action={sendTestAction.bind(null, { id })}
          size="small"
          done={t("webhooks.testSent")}
          context={url}
        >
          {t("webhooks.test")}
        </ActionButton>
      ) : null}
      <RotateSecret id={id} url={url} />
      <ActionButton
        action={switchEndpointAction.bind(null, { id, isOn: !isOn })}
        size="small"
        done={t(isOn ? "webhooks.turnedOff" : "webhooks.turnedOn")}
        context={url}
      >
        {t(isOn ? "webhooks.turnOff" : "webhooks.turnOn")}
      </ActionButton>
      <ActionButton
        action={deleteEndpointAction.bind(null, { id })}
        size="small"
        done={t("webhooks.deleted")}
        context={url}
        confirmation={{
          title: t("webhooks.deleteTitle"),
          body: <p>{t("webhooks.deleteText")}</p>,
          confirm: t("webhooks.deleteConfirm"),
          cancel: t("cancel"),
        }}
      >
        {t("webhooks.delete")}
      </ActionButton>
    </div>
  );
}
