"use client";

import { Search } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useId, useState } from "react";
import { cx } from "@/components/ui/class-names";
import { Spinner } from "@/components/ui/spinner";
import { useReturnFocus } from "@/components/ui/use-return-focus";
import { useRouter } from "@/components/ui/use-router";
import { formatMoney } from "@/lib/core/money/money";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { FOUND_KINDS, type Found, type FoundGroups, MAX_QUERY_LENGTH } from "@/lib/search/types";
import { useFound } from "./use-found";

export interface SearchWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The search over everything: a combobox whose list is always open (ARIA 1.2). The arrows move through the results,
 * Enter opens one, Escape closes the window.
 */
export function SearchWindow({ open, onOpenChange }: SearchWindowProps) {
  const t = useTranslations("shell.search");
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-veil" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-0 z-50 mx-auto flex h-dvh w-full flex-col overflow-hidden bg-surface shadow-float outline-none sm:inset-x-4 sm:top-[10dvh] sm:h-auto sm:max-h-[75dvh] sm:max-w-xl sm:w-auto sm:animate-rise sm:rounded-card sm:border"
        >
          <Dialog.Title className="sr-only">{t("title")}</Dialog.Title>
          <Combobox onLeave={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Combobox({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("shell.search");
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  const [place, setPlace] = useState({ query: "", index: 0 });
  const { groups, hasFailed, isWaiting, query } = useFound(text);
  const results = groups ? FOUND_KINDS.flatMap((kind) => groups[kind]) : [];
  // New results begin at the first one.
  const index = place.query === query ? Math.min(place.index, results.length - 1) : 0;
  const optionId = (at: number) => `${id}-${at}`;
  const status = statusOf(t, { query, text, count: results.length, hasFailed, isWaiting });

  function open(found: Found | undefined): void {
    if (!found) return;
    onLeave();
    router.push(found.href);
  }

  function move(to: number): void {
    const next = (to + results.length) % Math.max(1, results.length);
    setPlace({ query, index: next });
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While a word is being composed, Enter and the arrows belong to the keyboard's own window.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(index + 1),
      ArrowUp: () => move(index - 1),
      Enter: () => open(isWaiting ? undefined : results[index]),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  return (
    <>
      <div className="flex items-center gap-2 border-b px-3">
        <span className="grid size-8 place-items-center text-muted">
          {isWaiting ? <Spinner /> : <Search aria-hidden="true" strokeWidth={1.5} className="size-5" />}
        </span>
        <input
          type="text"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={results.length > 0 ? optionId(index) : undefined}
          aria-autocomplete="list"
          aria-label={t("title")}
          placeholder={t("placeholder")}
          value={text}
          maxLength={MAX_QUERY_LENGTH}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close className="min-h-11 shrink-0 rounded-control px-3 text-sm text-muted hover:bg-sunken hover:text-ink">
          {t("close")}
        </Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div role="listbox" id={`${id}-list`} aria-label={t("results")}>
          {groups ? <Groups groups={groups} index={index} optionId={optionId} onOpen={open} onPoint={move} /> : null}
        </div>
        <p role="status" className={results.length > 0 || !status ? "sr-only" : "prose-width px-5 py-6 text-muted"}>
          {status}
        </p>
      </div>
      <p aria-hidden="true" className="hidden border-t px-5 py-2 text-xs text-muted sm:block">
        {t("keys")}
      </p>
    </>
  );
}

type Texts = ReturnType<typeof useTranslations<"shell.search">>;

function statusOf(
  t: Texts,
  state: { query: string; text: string; count: number; hasFailed: boolean; isWaiting: boolean },
): string {
  if (state.text.trim() === "") return t("empty");
  if (state.isWaiting) return "";
  if (state.hasFailed) return t("failed");
  return state.count === 0 ? t("none", { query: state.query }) : t("found", { count: state.count });
}

function Groups({
  groups,
  index,
  optionId,
  onOpen,
  onPoint,
}: {
  groups: FoundGroups;
  index: number;
  optionId: (at: number) => string;
  onOpen: (found: Found) => void;
  onPoint: (at: number) => void;
}) {
  const t = useTranslations("shell.search");
  const results = FOUND_KINDS.flatMap((kind) => groups[kind]);
  return FOUND_KINDS.filter((kind) => groups[kind].length > 0).map((kind) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
    <div key={kind} role="group" aria-label={t(`kinds.${kind}`)} className="py-1.5">
      <p aria-hidden="true" className="px-5 py-1 text-xs font-medium text-muted">
        {t(`kinds.${kind}`)}
      </p>
      {groups[kind].map((found) => {
        const at = results.indexOf(found);
        return (
          <Option
            key={`${found.href} ${found.title}`}
            id={optionId(at)}
            found={found}
            isCurrent={at === index}
            onOpen={() => onOpen(found)}
            onPoint={() => (at === index ? undefined : onPoint(at))}
          />
        );
      })}
    </div>
  ));
}

function Option({
  id,
  found,
  isCurrent,
  onOpen,
  onPoint,
}: {
  id: string;
  found: Found;
  isCurrent: boolean;
  onOpen: () => void;
  onPoint: () => void;
}) {
  const locale = useLocale();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onClick={onOpen}
      onPointerMove={onPoint}
      className={cx(
        "flex min-h-11 cursor-pointer items-baseline justify-between gap-4 px-5 py-2",
        isCurrent && "bg-action-soft",
      )}
    >
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{sanitiseLine(found.title)}</bdi>
        {found.detail ? <bdi className="block truncate text-sm text-muted">{sanitiseLine(found.detail)}</bdi> : null}
      </span>
      {found.amountCents === undefined ? null : (
        <span className="figure shrink-0 text-sm">{formatMoney(found.amountCents, locale, found.currency)}</span>
      )}
    </div>
  );
}
