import { useTranslations } from "next-intl";
import type { loadOtherAccounts } from "@/lib/accounts/loaders";
import { SwitchButton } from "./switch-button";

type AccountView = Awaited<ReturnType<typeof loadOtherAccounts>>[number];

export function OtherAccounts({ accounts }: { accounts: AccountView[] }) {
  const t = useTranslations("account");
  return (
    <ul aria-label={t("team.othersTitle")} className="divide-y">
      {accounts.map(({ customerId, companyName, city, role }) => (
        <li key={customerId} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-4 sm:px-6">
          <div className="min-w-0">
            <p className="font-medium break-words">{companyName}</p>
            <p className="text-sm text-muted">
              {city} · {t(`role.${role}`)}
            </p>
          </div>
          <SwitchButton customerId={customerId} companyName={companyName} />
        </li>
      ))}
    </ul>
  );
}
