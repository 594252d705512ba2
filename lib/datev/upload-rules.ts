import type { DatevUpload } from "@/lib/core/prisma/enums";

/** The service counts how often it is asked: after that many times the supplier decides whether to go on. */
export const MOST_ASKED = 12;

/**
 * How a file stands with DATEV for whoever looks at it: `unsent` and `unasked` wait for somebody to sign in there, of
 * `unanswered` it was asked often enough.
 */
export type FileState = DatevUpload | "unsent" | "unasked" | "unanswered";

export function fileState({ upload, asked }: { upload: DatevUpload; asked: number }, isSignedIn: boolean): FileState {
  if (upload === "pending" && asked >= MOST_ASKED) return "unanswered";
  if (isSignedIn) return upload;
  if (upload === "wanted") return "unsent";
  return upload === "pending" ? "unasked" : upload;
}

/** Something happens to it without anybody's doing. */
export function isMoving(state: FileState): boolean {
  return state === "wanted" || state === "pending";
}
