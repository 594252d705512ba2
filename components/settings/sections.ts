/** The sections of the settings. Each has an address of its own beneath `/app/settings`. */
export const SECTIONS = ["collecting", "returns", "reference", "reminders", "notifications", "own"] as const;
export type Section = (typeof SECTIONS)[number];

export function isSection(text: string): text is Section {
  return SECTIONS.some((section) => section === text);
}
