import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

const PAGES = ["imprint", "privacy", "terms"] as const;

/** Links to the legal pages, which must be available on every page. */
export function LegalLinks({ onNavigate, className }: { onNavigate?: () => void; className?: string }) {
  const t = useTranslations("shell");
  return (
    <ul className={className}>
      {PAGES.map((page) => (
        <li key={page}>
          <Link
            href={`/${page}`}
            onClick={onNavigate}
            className="inline-flex min-h-6 items-center underline-offset-2 hover:text-ink hover:underline"
          >
            {t(page)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
