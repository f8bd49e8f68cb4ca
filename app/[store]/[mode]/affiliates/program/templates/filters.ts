import { parseAsStringLiteral } from "nuqs/server";
import { mailKinds } from "@/lib/contract/desk/mail-words";
import { locales } from "@/lib/i18n/locales";

export const templateFilters = {
  language: parseAsStringLiteral(locales).withDefault("en"),
  kind: parseAsStringLiteral(mailKinds).withDefault("application_confirm"),
};
