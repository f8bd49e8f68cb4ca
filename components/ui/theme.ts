export type Theme = "light" | "dark" | "system";

const place = "theme";

export const toTheme = (said: string | null | undefined): Theme =>
  said === "light" || said === "dark" ? said : "system";

/** The server sets this attribute from the cookie, so the first paint has the right theme without a script. */
export const themeMark = (theme: Theme) => (theme === "system" ? undefined : theme);

export const readTheme = (): Theme => toTheme(document.documentElement.dataset.theme);

export function storeTheme(theme: Theme): void {
  localStorage.setItem(place, theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `${place}=${theme}; path=/; max-age=31536000; samesite=lax`;
  show(theme);
}

/** Other tabs follow the one in which the theme was selected. The stored theme outlives a deleted cookie. */
export function keepTheme(): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === place) show(toTheme(newValue));
  });
  const chosen = stored();
  if (chosen && toTheme(chosen) !== readTheme()) storeTheme(toTheme(chosen));
}

/** Returns null if the browser blocks storage, too. */
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
