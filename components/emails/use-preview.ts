"use client";

import { useEffect, useRef } from "react";
import type { PreviewView, TemplateAddress, TemplateInput } from "@/lib/templates/schema";

export function templateUrl(customerId: string, { tab, language }: TemplateAddress): string {
  return `/api/v1/customers/${customerId}/email-templates/${tab}/${language}`;
}

/**
 * Asks for the preview of what is typed. One question is on its way at a time; when its answer is there, the newest
 * draft is asked about: so typing is followed as fast as the server can, and never overtaken by an old answer. A question
 * without an answer is told as none.
 */
export function usePreview(
  customerId: string,
  onPreview: (address: TemplateAddress, preview: PreviewView | undefined) => void,
): (address: TemplateAddress, input: TemplateInput) => void {
  const wanted = useRef<{ address: TemplateAddress; input: TemplateInput }>(undefined);
  const isAsking = useRef(false);
  const tell = useRef(onPreview);
  useEffect(() => {
    tell.current = onPreview;
  });

  async function ask(): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    while (wanted.current) {
      const { address, input } = wanted.current;
      wanted.current = undefined;
      tell.current(address, await fetchPreview(`${templateUrl(customerId, address)}/preview`, input));
    }
    isAsking.current = false;
  }

  return (address, input) => {
    wanted.current = { address, input };
    void ask();
  };
}

/** Undefined if none came, or only a part of it. */
async function fetchPreview(url: string, input: TemplateInput): Promise<PreviewView | undefined> {
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
    return response.ok ? ((await response.json()) as PreviewView) : undefined;
  } catch {
    return undefined;
  }
}
