import { Name } from "@/components/format/name";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

/** A quiet line under the name: a list has dozens of them. */
export const PAYER_LINK = "underline decoration-edge/50 underline-offset-4 hover:decoration-current";

/** Returns the address of a payer's page. */
export function payerPage(contactId: string): string {
  return `/app/contacts/${contactId}`;
}

/** The name of a payer, which leads to the payer's page. Without an id, e.g. for an unknown contact, only the name. */
export function PayerLink({ id, name, className }: { id: string | undefined; name: string; className?: string }) {
  if (!id) return <Name text={name} className={className} />;
  return (
    <Link href={payerPage(id)} className={cx(PAYER_LINK, className)}>
      <Name text={name} />
    </Link>
  );
}
