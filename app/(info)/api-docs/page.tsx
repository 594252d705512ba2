import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ApiReference } from "@/components/api-docs/api-reference";
import { CurlExamples } from "@/components/api-docs/curl-examples";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { env } from "@/lib/core/env";
import { loadVisitor } from "@/lib/customers/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiDocs"))("title") };
}

/** The API's documentation. A reader who is signed in finds their account in the examples. */
export default async function ApiDocsPage() {
  const [visitor, t] = await Promise.all([loadVisitor(), getTranslations("apiDocs")]);
  const server = env().APP_URL;
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-1 mb-8 text-muted">{t("intro")}</p>
      <Steps isSignedIn={Boolean(visitor)} />
      <Facts base={`${server}/api/v1`} customerId={visitor?.customerId} />
      <h2 className="mt-10 mb-1 text-lg">{t("examplesTitle")}</h2>
      <p className="prose-width mb-5 text-muted">{t("examplesIntro")}</p>
      <CurlExamples server={server} customerId={visitor?.customerId ?? t("yourId")} />
      <h2 className="mt-12 mb-1 text-lg">{t("callsTitle")}</h2>
      <p className="prose-width mb-5 text-muted">
        {t("callsIntro")}{" "}
        <a href="/api/v1/openapi.json" className="text-action underline underline-offset-2">
          {t("document")}
        </a>
      </p>
      <ApiReference customerId={visitor?.customerId} />
    </>
  );
}

function Steps({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("apiDocs");
  return (
    <ol className="prose-width list-decimal space-y-2 pl-5">
      <li>
        {t("stepKey")}{" "}
        <Link
          href={isSignedIn ? "/app/account/api" : "/login?path=%2Fapp%2Faccount%2Fapi"}
          className="text-action underline underline-offset-2"
        >
          {t("toKeys")}
        </Link>
      </li>
      <li>{t("stepHeader")}</li>
      <li>{t("stepTry")}</li>
    </ol>
  );
}

function Facts({ base, customerId }: { base: string; customerId?: string }) {
  const t = useTranslations("apiDocs");
  return (
    <dl className="mt-8 grid gap-x-6 border-y py-5 max-sm:[&>dt:not(:first-child)]:mt-4 max-sm:[&>div>dt]:mt-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-3">
      <dt className="text-muted">{t("base")}</dt>
      <dd className="font-mono text-sm">{base}</dd>
      {customerId ? (
        <>
          <dt className="text-muted">{t("accountId")}</dt>
          <dd className="flex flex-wrap items-center gap-3">
            <span className="font-mono text-sm">{customerId}</span>
            <CopyButton text={customerId} label={t("copy")} done={t("copied")} context={t("accountId")} />
          </dd>
        </>
      ) : null}
      <dt className="text-muted">{t("header")}</dt>
      <dd className="font-mono text-sm">Authorization: Bearer einzug_key_…</dd>
      {(["limit", "refusals", "retries", "events"] as const).map((fact) => (
        <div key={fact} className="contents">
          <dt className="text-muted">{t(`${fact}Name`)}</dt>
          <dd>{t(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}
