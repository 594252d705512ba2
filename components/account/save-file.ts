"use client";

/** Saves content that the page holds as a file in the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  // The browser has copied the content before this timer runs.
  setTimeout(() => URL.revokeObjectURL(href));
}
