import type { Locale } from "./locales";
import type * as messages from "./messages/en";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
