import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { brand } from "@/lib/core/brand";

const SUPPLIER_QUESTIONS = ["start", "which", "when", "why", "returned", "payout", "review", "reconnect"] as const;
const PAYER_QUESTIONS = ["who", "safe", "refund", "revoke"] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("faq"))("title") };
}

export default function FaqPage() {
  const t = useTranslations("faq");
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-1 mb-10 text-muted">{t("intro")}</p>
      <h2 className="mb-2 text-lg">{t("forSuppliers")}</h2>
      <div className="mb-10 divide-y border-y">
        {SUPPLIER_QUESTIONS.map((key) => (
          <Question key={key} question={t(`supplier.${key}.q`)} answer={t(`supplier.${key}.a`)} />
        ))}
      </div>
      <h2 className="mb-2 text-lg">{t("forPayers")}</h2>
      <div className="mb-10 divide-y border-y">
        {PAYER_QUESTIONS.map((key) => (
          <Question key={key} question={t(`payer.${key}.q`)} answer={t(`payer.${key}.a`)} />
        ))}
      </div>
      <p className="text-muted">
        {t("more")}{" "}
        <a href={`mailto:${brand.supportEmail}`} className="text-action underline underline-offset-2">
          {brand.supportEmail}
        </a>
      </p>
    </>
  );
}

function Question({ question, answer }: { question: string; answer: string }) {
  return (
    <details className="group">
      <summary className="flex min-h-12 items-center justify-between gap-4 py-3 font-medium">
        {question}
        <span
          aria-hidden="true"
          className="text-xl font-normal text-muted transition-transform duration-150 group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <p className="prose-width pb-4 text-muted">{answer}</p>
    </details>
  );
}
