import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { findPerson } from "../server/people/sessions.ts";
import { catalogueOf } from "./catalogues.ts";
import { isLocale, type Locale, localeCookie, negotiate, pseudoLocale } from "./locales.ts";

export default getRequestConfig(async () => {
  const locale = await chosen();
  return { locale, messages: await catalogueOf(locale), timeZone: "UTC" };
});

/** The person's setting, else the language selected at sign-in, else the first one of the browser. */
async function chosen(): Promise<Locale> {
  const [requestHeaders, requestCookies] = await Promise.all([headers(), cookies()]);
  const here = requestCookies.get(localeCookie)?.value;
  if (here === pseudoLocale) return here;
  // Without a session there is no person to look up. If the look-up fails, the page itself reports the error.
  const hasSession = requestHeaders.get("cookie")?.includes("session_token=");
  const person = hasSession ? await findPerson(requestHeaders).catch(() => null) : null;
  if (isLocale(person?.locale)) return person.locale;
  return isLocale(here) ? here : negotiate(requestHeaders.get("accept-language"));
}
