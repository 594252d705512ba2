/** The product's name and addresses, in one place. */
export const brand = {
  name: "Einzug",
  domain: "einzug.example",
  supportEmail: "support@einzug.example",
} as const;
