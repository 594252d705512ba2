import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FirstSteps } from "@/components/dashboard/first-steps";
import { Greeting } from "@/components/dashboard/greeting";
import { loadConnections } from "@/lib/connections/loaders";
import { loadConditions, loadFrame } from "@/lib/customers/loaders";
import { requireNewcomer } from "@/lib/onboarding/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dashboard.first"))("title") };
}

export default async function OnboardPage() {
  await requireNewcomer();
  const [frame, connections, conditions] = await Promise.all([loadFrame(), loadConnections(), loadConditions()]);
  return (
    <>
      <Greeting name={frame.userName} />
      <FirstSteps connections={connections} hasCondition={conditions.some((row) => row.isChosen)} />
    </>
  );
}
