import { headers } from "next/headers";
export default async function EmptyPage() {
  await headers();
  return <p>empty</p>;
}
