"use client";

/** Hands something the page holds to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  // The browser has taken its copy by the next turn.
  setTimeout(() => URL.revokeObjectURL(href));
}
