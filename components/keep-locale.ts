import { localeCookie } from "@/lib/i18n/locales";

/** For the pages before sign-in, where the person is not known yet. */
export function keepLocale(locale: string | null): void {
  const life = locale === null ? 0 : 31536000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `${localeCookie}=${locale ?? ""}; path=/; max-age=${life}; samesite=lax`;
}
