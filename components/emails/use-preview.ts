"use client";

import { useEffect, useRef } from "react";
import type { PreviewView, TemplateAddress, TemplateInput } from "@/lib/templates/schema";

export function templateUrl(customerId: string, { tab, language }: TemplateAddress): string {
  return `/api/v1/customers/${customerId}/email-templates/${tab}/${language}`;
}

/**
 * Returns a function that requests the preview of a draft. Only one request runs at a time; after its answer, the
 * newest draft is requested. So the preview follows the typing as fast as the server allows, and an old answer never
 * replaces a newer one. A failed request calls `onPreview` with undefined.
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

/** Returns undefined if no answer came, an error, or only a part of the answer. */
async function fetchPreview(url: string, input: TemplateInput): Promise<PreviewView | undefined> {
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
    return response.ok ? ((await response.json()) as PreviewView) : undefined;
  } catch {
    return undefined;
  }
}
