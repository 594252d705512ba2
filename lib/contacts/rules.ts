/** The name a person would call a contact by. */
export function contactName(contact: {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}): string {
  return contact.companyName || [contact.firstName, contact.lastName].filter(Boolean).join(" ") || "";
}
