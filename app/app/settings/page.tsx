import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsView } from "./settings-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

/** Shows all sections of the settings. */
export default function SettingsPage() {
  return <SettingsView />;
}
