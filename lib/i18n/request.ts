import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { findPerson } from "../server/people.ts";
import { catalogueOf } from "./catalogues.ts";
import { isLocale, type Locale, localeCookie, negotiate, pseudoLocale } from "./locales.ts";

export default getRequestConfig(async () => {
  const locale = await chosen();
  return { locale, messages: await catalogueOf(locale), timeZone: "UTC" };
});

/** The person's own language, else what this browser chose, else what it asks for. */
async function chosen(): Promise<Locale> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  const here = kept.get(localeCookie)?.value;
  if (here === pseudoLocale) return here;
  // Without a session there is nobody to look for. The page itself says what failed, in some language.
  const person = asked.get("cookie")?.includes("session_token=") ? await findPerson(asked).catch(() => null) : null;
  if (isLocale(person?.locale)) return person.locale;
  return isLocale(here) ? here : negotiate(asked.get("accept-language"));
}
