import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import { uploadDatevFiles } from "@/lib/datev/upload/jobs";
import { completeSignIn, startSignIn } from "@/lib/datev/upload/provider";

/** A user of the supplier consents on DATEV's page, and the browser returns to the app. */
export async function signInAtDatev(caller: {
  customerId: CustomerId;
  actor: Actor & { userId: string };
}): Promise<void> {
  const url = new URL(await startSignIn(caller.customerId, caller.actor.userId));
  const form = new URLSearchParams(url.searchParams);
  form.set("decision", "approve");
  const response = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "about:blank");
  const [code, state] = [back.searchParams.get("code") ?? "", back.searchParams.get("state") ?? ""];
  await completeSignIn(caller, { code, state });
}

/** Runs the upload job at once. It skips the rate limit, which has tests of its own. */
export async function uploadAtOnce(customerId: CustomerId): Promise<void> {
  await db.ratePace.deleteMany();
  await uploadDatevFiles.run({ customerId });
}
