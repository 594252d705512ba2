/** The contact that a mandate made outside Einzug probably belongs to, and why. A person has to confirm it. */
export interface MatchProposal {
  contactId: string;
  reason: "same_email_and_name" | "same_email" | "same_name";
}
