import { redirect } from "next/navigation";

/** Redirects the documented address of the profile to the first page of the account. */
export default function ProfileAddress(): never {
  redirect("/app/account");
}
