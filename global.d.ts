import type { Locale } from "@/lib/core/locales";
import type messages from "./messages/en.json";

// en.json is the source of the keys: a text that does not exist does not compile.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
