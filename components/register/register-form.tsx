"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { takeTicket } from "@/components/login/take-ticket";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { registerAction } from "@/lib/accounts/public/actions";
import { joinName } from "@/lib/accounts/registration/rules";
import { AccountSection, CompanySection, type CountryChoice } from "./form-sections";
import { blocks, type FieldName, type Problems, problemOfRefusal, problemsOf, type RegisterFields } from "./problems";
import { useTakenChecks } from "./use-taken-checks";

export function RegisterForm({ countries }: { countries: CountryChoice }) {
  const t = useTranslations("register");
  const { busy, refusal, clear, run } = useAction<{ ticket: string }>();
  const [found, setFound] = useState<Problems>({});
  const [done, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const checks = useTakenChecks(form);
  const refused = problemOfRefusal(refusal?.code);
  const problems: Problems = { ...checks.problems, ...found, ...refused };
  const text = (name: FieldName) => (problems[name] ? t(`problem.${problems[name]}`) : undefined);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget);
    const next = { ...checks.problems, ...problemsOf(fields) };
    setFound(next);
    clear();
    if (Object.entries(next).some(blocks)) focusFirst(form.current, next);
    else run(() => registerAction(payloadOf(fields)), enter);
  }

  function enter({ ticket }: { ticket: string }): void {
    setDone(true);
    void takeTicket(ticket);
  }

  function forget(event: FormEvent<HTMLFormElement>): void {
    const name = (event.target as HTMLInputElement).id as FieldName;
    if (found[name]) setFound(({ [name]: _, ...others }) => others);
  }

  return (
    <form method="post" ref={form} onSubmit={submit} onInput={forget} noValidate className="space-y-8">
      <CompanySection text={text} countries={countries} onCompany={checks.company} />
      <AccountSection text={text} onEmail={checks.email} refusal={refusal} />
      <FieldError
        id="register-problem"
        text={Object.values(found).includes("required") ? t("problem.fillAll") : undefined}
        className="rounded-control bg-bad-soft px-3 py-2.5"
      />
      {Object.keys(refused).length > 0 ? null : (
        <RefusalText
          refusal={refusal}
          text={refusal?.code === "too_many_requests" ? undefined : t("problem.notSaved")}
        />
      )}
      <div className="space-y-4">
        <Button type="submit" tone="primary" busy={busy || done} className="w-full">
          {t("submit")}
        </Button>
        <p className="text-sm text-muted">
          {t("haveAccount")}{" "}
          <Link href="/login" className="text-action underline underline-offset-2">
            {t("toLogin")}
          </Link>
        </p>
      </div>
    </form>
  );
}

/** Focuses the first field with a problem, in the order of the form. */
function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>("input, select") ?? [])];
  fields.find((field) => field.id in problems)?.focus();
}

function payloadOf({ firstName, lastName, terms, ...rest }: RegisterFields) {
  return {
    ...rest,
    name: joinName(firstName, lastName),
    acceptedTermsOfService: terms,
  };
}

function fieldsOf(form: HTMLFormElement): RegisterFields {
  const data = new FormData(form);
  const read = (name: string) => String(data.get(name) ?? "").trim();
  return {
    companyName: read("companyName"),
    address: read("address"),
    zip: read("zip"),
    city: read("city"),
    countryCode: read("countryCode"),
    firstName: read("firstName"),
    lastName: read("lastName"),
    email: read("email"),
    mobileNumber: read("mobileNumber"),
    password: String(data.get("password") ?? ""),
    terms: data.get("terms") === "on",
  };
}
