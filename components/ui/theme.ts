export type Theme = "light" | "dark" | "system";

const place = "theme";

/** The theme in a cookie or in storage. */
export const toTheme = (said: string | null | undefined): Theme =>
  said === "light" || said === "dark" ? said : "system";

/**
 * The attribute on the document. The server sets it from the cookie, so the first paint has the right theme without a
 * script.
 */
export const themeMark = (theme: Theme) => (theme === "system" ? undefined : theme);

export const readTheme = (): Theme => toTheme(document.documentElement.dataset.theme);

export function storeTheme(theme: Theme): void {
  localStorage.setItem(place, theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `${place}=${theme}; path=/; max-age=31536000; samesite=lax`;
  show(theme);
}

/**
 * Other tabs follow the one in which the theme was chosen. If the cookie was deleted, the stored choice still holds.
 */
export function keepTheme(): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === place) show(toTheme(newValue));
  });
  const chosen = stored();
  if (chosen && toTheme(chosen) !== readTheme()) storeTheme(toTheme(chosen));
}

/** Null also if the browser blocks storage. */
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
