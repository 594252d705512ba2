import type { Locale } from "@/lib/core/locales";
import type messages from "./messages/en.json";

// en.json defines the message keys, so the use of a key that does not exist is a compile error.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
