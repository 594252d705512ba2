import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { isSection } from "@/components/settings/sections";
import { SettingsView } from "../settings-view";

interface Props {
  params: Promise<{ section: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { section } = await params;
  const t = await getTranslations("settings");
  return { title: isSection(section) ? t(`tabs.${section}`) : t("title") };
}

/** Shows one section of the settings. */
export default async function SettingsSectionPage({ params }: Props) {
  const { section } = await params;
  if (!isSection(section)) notFound();
  return <SettingsView only={section} />;
}
