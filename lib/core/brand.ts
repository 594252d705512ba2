/** The product's name and addresses. */
export const brand = {
  name: "Einzug",
  domain: "einzug.example",
  supportEmail: "support@einzug.example",
} as const;
