import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";
import { Spinner } from "./spinner";

export type ButtonTone = "primary" | "plain" | "quiet" | "danger";
export type ButtonSize = "normal" | "small";

const TONES: Record<ButtonTone, string> = {
  primary: "bg-action text-on-action hover:bg-action-strong border border-transparent",
  plain: "bg-surface text-ink border border-edge/60 hover:border-edge hover:bg-sunken",
  quiet: "text-action border border-transparent hover:bg-action-soft",
  danger: "bg-bad text-on-bad border border-transparent hover:brightness-95",
};

const SIZES: Record<ButtonSize, string> = {
  normal: "min-h-11 px-4 py-1.5 text-base",
  // 44 px for fingers, 36 px for a mouse.
  small: "min-h-11 px-3 py-1 text-sm sm:min-h-9",
};

/** Returns the classes of a button, also for links that look like one. */
export function buttonClass(tone: ButtonTone = "plain", size: ButtonSize = "normal", className?: string): string {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-control text-center font-medium transition-colors duration-150",
    "disabled:cursor-default disabled:opacity-60 aria-disabled:opacity-60",
    TONES[tone],
    SIZES[size],
    className,
  );
}

export interface ButtonProps extends ComponentProps<"button"> {
  tone?: ButtonTone;
  size?: ButtonSize;
  /** True while the action runs: the button keeps its place and label, and accepts no second click. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({ tone, size, busy = false, icon, className, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(tone, size, className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
