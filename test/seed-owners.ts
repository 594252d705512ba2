import { db } from "@/lib/core/db";
import { seedSupplier } from "@/prisma/seed/suppliers";

/** `seed-owners.ts <password> <e-mail>…`: suppliers that each of these people owns, in a database that was just made. */
const [password, ...emails] = process.argv.slice(2);
for (const email of emails) await seedSupplier({ email, password });
await db.$disconnect();
