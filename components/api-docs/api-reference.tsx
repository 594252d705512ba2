"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-reference.css";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { LAYOUT, layoutPlugin } from "./layout-plugin";
import { type ApiDocument, parseDocument, prepareDocument } from "./prepare-document";

const DOCUMENT = "/api/v1/openapi.json";

/**
 * Shows every call of the API, and lets readers make calls with a key of theirs. The key stays in the page's memory:
 * it is gone when the page is left. The library is loaded only here.
 */
export function ApiReference({ customerId }: { customerId?: string }) {
  const t = useTranslations("client.apiDocs");
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useDarkClass();
  useNames(place);
  useEffect(() => {
    let isLeft = false;
    const node = place.current;
    void Promise.all([import("swagger-ui-dist/swagger-ui-es-bundle.js"), readDocument()])
      .then(([{ default: SwaggerUi }, document]) => {
        if (isLeft || !node) return;
        SwaggerUi({
          domNode: node,
          spec: prepareDocument(document, customerId),
          plugins: [layoutPlugin],
          layout: LAYOUT,
          docExpansion: "none",
          defaultModelsExpandDepth: -1,
          // Otherwise it would send the description's address to a server of its makers.
          validatorUrl: null,
          requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
          onComplete: () => setState("shown"),
        });
      })
      .catch(() => (isLeft ? undefined : setState("failed")));
    return () => {
      isLeft = true;
    };
  }, [customerId]);
  return (
    <>
      {state === "loading" ? <p className="animate-late text-muted">{t("loading")}</p> : null}
      {state === "failed" ? (
        <p role="alert">
          {t("failed")}{" "}
          <a href={DOCUMENT} className="text-action underline underline-offset-2">
            openapi.json
          </a>
        </p>
      ) : null}
      <div ref={place} lang="en" className="api-reference" data-state={state} />
    </>
  );
}

/**
 * Mends names. The library calls tables of answers regions without a name, so that they are no tables any more. It gives the
 * button that closes its dialog no name, and those that take a key another name than they show.
 */
function useNames(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const watcher = new MutationObserver(() => {
      for (const table of node.querySelectorAll('table[role="region"]')) table.removeAttribute("role");
      for (const button of node.querySelectorAll(".close-modal:not([aria-label])"))
        button.setAttribute("aria-label", "Close");
      for (const button of node.querySelectorAll(".modal-btn.auth[aria-label]")) button.removeAttribute("aria-label");
    });
    watcher.observe(node, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [place]);
}

async function readDocument(): Promise<ApiDocument> {
  const response = await fetch(DOCUMENT);
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  return parseDocument(await response.text());
}

/** The library's dark colours depend on a class of <html>; ours on the system and on `data-theme`. */
function useDarkClass(): void {
  useEffect(() => {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
      root.classList.toggle("dark-mode", isDark);
    };
    follow();
    system.addEventListener("change", follow);
    const watcher = new MutationObserver(follow);
    watcher.observe(root, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", follow);
      watcher.disconnect();
      root.classList.remove("dark-mode");
    };
  }, []);
}
