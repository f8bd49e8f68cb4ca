import { localeCookie } from "@/lib/i18n/locales";

/** Before sign-in the person is unknown, so a cookie keeps the language for those pages. */
export function keepLocale(locale: string | null): void {
  const life = locale === null ? 0 : 31536000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `${localeCookie}=${locale ?? ""}; path=/; max-age=${life}; samesite=lax`;
}
