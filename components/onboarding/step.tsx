import { Check, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import type { OnboardingStep } from "@/lib/onboarding/rules";

export interface StepState {
  step: OnboardingStep;
  number: number;
  isOpen: boolean;
  isDone: boolean;
  /** True if all earlier steps are done. */
  isReachable: boolean;
}

/**
 * Shows one step with its title and result; the open step also shows its form. A later step can be pressed, and says
 * which step comes first.
 */
export function Step({
  state,
  result,
  text,
  notes,
  children,
}: {
  state: StepState;
  /** The subject of the step, if it differs from the text shown before it was done. */
  text?: string;
  /** The result of a step that is done. */
  result?: ReactNode;
  /** Notes that stay visible whether the step is open or not. */
  notes?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("onboarding");
  const { step, isOpen, isDone, isReachable } = state;
  const title = t(`steps.${step}.title`);
  return (
    <li aria-current={isOpen ? "step" : undefined} className="flex gap-3 p-4 sm:gap-4 sm:p-6">
      <Mark state={state} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-center justify-between gap-x-4">
          <h2
            id={`step-${step}`}
            tabIndex={-1}
            className={cx("min-w-0 text-lg hyphens-auto outline-none", !isReachable && "text-muted")}
          >
            {isReachable ? (
              title
            ) : (
              <Link href={`/app/onboard?step=${step}`} scroll={false} className="hover:underline">
                {title}
              </Link>
            )}
          </h2>
          {isReachable && !isOpen ? (
            <Link
              href={`/app/onboard?step=${step}`}
              scroll={false}
              className={buttonClass("quiet", "small", "-my-1.5 -mr-3 shrink-0")}
            >
              {t(isDone ? "change" : "continueHere")}
              <span className="sr-only"> {title}</span>
            </Link>
          ) : null}
        </div>
        {isOpen || !isDone ? <p className="prose-width text-sm text-muted">{text ?? t(`steps.${step}.text`)}</p> : null}
        {isDone && !isOpen && result ? <div className="mt-1 text-sm text-muted">{result}</div> : null}
        {notes ? <div className="mt-4 space-y-3 empty:hidden">{notes}</div> : null}
        {isOpen ? <div className="mt-5">{children}</div> : null}
      </div>
    </li>
  );
}

function Mark({ state: { number, isDone, isOpen, isReachable } }: { state: StepState }) {
  const t = useTranslations("onboarding");
  return (
    <span
      className={cx(
        "grid size-8 shrink-0 place-items-center rounded-full font-semibold tabular-nums",
        isDone ? "bg-good-soft text-good" : isOpen ? "bg-action text-on-action" : "bg-sunken text-muted",
      )}
    >
      {isDone ? (
        <Check aria-label={t("done")} strokeWidth={2} className="size-4" />
      ) : isReachable ? (
        number
      ) : (
        <Lock aria-label={t("locked")} strokeWidth={1.5} className="size-4" />
      )}
    </span>
  );
}
