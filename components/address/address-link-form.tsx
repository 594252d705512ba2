"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { followAddressLinkAction } from "@/lib/accounts/address/actions";

type Kind = "proof" | "change" | "undo";

interface AddressLinkProps {
  token: string;
  kind: Kind;
  email: string;
  /** True if nobody is signed in to the account in this browser; the form then asks for its password. */
  needsPassword: boolean;
}

/** The page behind a link from a mail about an address. It changes nothing until the person presses the button. */
export function AddressLinkForm({ token, kind, email, needsPassword }: AddressLinkProps) {
  const t = useTranslations("confirmAddress");
  const { busy, refusal, run } = useAction<{ kind: Kind }>();
  const [isMissing, setIsMissing] = useState(false);
  const [done, setDone] = useState(false);
  const isWrong = refusal?.code === "wrong_credentials";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setIsMissing(needsPassword && !password);
    if (!needsPassword || password)
      run(
        () => followAddressLinkAction({ token, password: password || undefined }),
        () => setDone(true),
      );
    else event.currentTarget.querySelector<HTMLInputElement>("#password")?.focus();
  }

  if (done) return <Done kind={kind} />;
  return (
    <>
      <h1 className="text-2xl">{t(`${kind}.title`)}</h1>
      <p className="mt-1 mb-8 text-muted wrap-anywhere">{t(`${kind}.text`, { email })}</p>
      <form method="post" onSubmit={submit} noValidate className="space-y-5">
        {needsPassword ? (
          <>
            <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
            <Field
              id="password"
              name="password"
              type="password"
              label={t("password")}
              hint={t("passwordHint")}
              autoComplete="current-password"
              error={isMissing ? t("enterPassword") : isWrong ? t("wrong") : undefined}
            />
          </>
        ) : null}
        {isWrong ? null : <RefusalText refusal={refusal} />}
        <Button type="submit" tone="primary" busy={busy} className="w-full">
          {t(`${kind}.button`)}
        </Button>
      </form>
      {needsPassword ? <p className="mt-8 border-t pt-5 text-sm text-muted">{t("notYours")}</p> : null}
    </>
  );
}

function Done({ kind }: { kind: Kind }) {
  const t = useTranslations("confirmAddress");
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const next =
    kind === "undo" ? { href: "/forgotten-password", label: t("setPassword") } : { href: "/app", label: t("continue") };
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="text-2xl outline-none">
        {t(`${kind}.doneTitle`)}
      </h1>
      <p className="mt-1 mb-8 text-muted">{t(`${kind}.doneText`)}</p>
      <Link href={next.href} className={buttonClass("primary", "normal", "w-full")}>
        {next.label}
      </Link>
    </>
  );
}
