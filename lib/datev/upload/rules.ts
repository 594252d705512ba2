import type { DatevUpload } from "@/lib/core/prisma/enums";

/** DATEV counts the questions about a file. After this many the supplier decides whether to ask again. */
export const MOST_ASKED = 12;

/**
 * The state of a file at DATEV for the screen.
 * `unsent` and `unasked` wait for somebody to sign in there. `unanswered` was asked about often enough.
 */
export type FileState = DatevUpload | "unsent" | "unasked" | "unanswered";

export function fileState({ upload, asked }: { upload: DatevUpload; asked: number }, isSignedIn: boolean): FileState {
  if (upload === "pending" && asked >= MOST_ASKED) return "unanswered";
  if (isSignedIn) return upload;
  if (upload === "wanted") return "unsent";
  return upload === "pending" ? "unasked" : upload;
}

/** True if the state will change without a person's action. */
export function isMoving(state: FileState): boolean {
  return state === "wanted" || state === "pending";
}
