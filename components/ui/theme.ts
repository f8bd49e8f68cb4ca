export type Theme = "light" | "dark" | "system";

const place = "theme";

/** What a cookie or a storage says of it. */
export const toTheme = (said: string | null | undefined): Theme =>
  said === "light" || said === "dark" ? said : "system";

/** On the document: the server puts it there by the cookie, so that the styles alone know the theme of the first paint. */
export const themeMark = (theme: Theme) => (theme === "system" ? undefined : theme);

export const readTheme = (): Theme => toTheme(document.documentElement.dataset.theme);

export function storeTheme(theme: Theme): void {
  localStorage.setItem(place, theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `${place}=${theme}; path=/; max-age=31536000; samesite=lax`;
  show(theme);
}

/** Other tabs follow the one in which it was chosen; and where the cookie was thrown away, what was chosen still holds. */
export function keepTheme(): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === place) show(toTheme(newValue));
  });
  const chosen = stored();
  if (chosen && toTheme(chosen) !== readTheme()) storeTheme(toTheme(chosen));
}

/** Null also where a browser is told to keep nothing. */
function stored(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function show(theme: Theme): void {
  const mark = themeMark(theme);
  if (mark) document.documentElement.dataset.theme = mark;
  else delete document.documentElement.dataset.theme;
  window.dispatchEvent(new Event("themechange"));
}
