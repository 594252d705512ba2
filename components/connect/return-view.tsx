import { useTranslations } from "next-intl";
import { LogoMark } from "@/components/brand/logo";
import { Spinner } from "@/components/ui/spinner";
import { brand } from "@/lib/core/brand";
import { FinishConnecting } from "./finish-connecting";

export function ReturnView({
  vendor,
  endpoint,
  next,
}: {
  vendor: string;
  endpoint: string;
  /** The address that opens next; the dashboard by default. */
  next?: string;
}) {
  const t = useTranslations("connectReturn");
  return (
    <main id="content" className="grid min-h-dvh place-items-center px-4">
      <div role="status" className="w-full max-w-sm rounded-card border bg-surface p-8 text-center">
        <p className="text-sm text-muted">{t("signupWith")}</p>
        <h1 className="mt-1 text-xl">{vendor}</h1>
        <p className="my-8 flex items-center justify-center gap-3">
          <Spinner className="size-5 text-action" />
          {t("loading")}
        </p>
        <p className="text-sm text-muted">{t("text")}</p>
        <p className="mt-8 inline-flex items-center gap-2 text-sm font-semibold">
          <LogoMark className="size-5" />
          {brand.name}
        </p>
      </div>
      <FinishConnecting endpoint={endpoint} next={next} />
    </main>
  );
}
