import type { createElement, ElementType, ReactNode } from "react";

export const LAYOUT = "EinzugLayout";

/** The parts of the library that we use. It brings a React of its own. */
interface System {
  React: { createElement: typeof createElement };
}

/**
 * Returns a layout of the library with calls and webhooks only. The usual one has a title, a second `<main>` and a list
 * of servers, which the page has itself or does not need.
 */
export function layoutPlugin({ React: { createElement: h } }: System) {
  type Parts = { getComponent: (name: string, isContainer?: boolean) => ElementType };
  function EinzugLayout({ getComponent }: Parts): ReactNode {
    const part = (name: string, isContainer = true) => h(getComponent(name, isContainer), { key: name });
    return h("div", { className: "swagger-ui" }, [
      part("SvgAssets", false),
      h("div", { key: "authorize", className: "authorize" }, part("AuthorizeBtnContainer")),
      part("operations"),
      part("Webhooks"),
    ]);
  }
  return { components: { [LAYOUT]: EinzugLayout } };
}
