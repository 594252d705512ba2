import { redirect } from "next/navigation";

/** The address under which the profile is documented; the page itself is the first one of the account. */
export default function ProfileAddress(): never {
  redirect("/app/account");
}
