import { db } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";

/** `seed-owners.ts <password> <e-mail>…`: creates one supplier for each of these people as owner, in a new database. */
const [password, ...emails] = process.argv.slice(2);
for (const email of emails) await seedSupplier({ email, password });
await db.$disconnect();
