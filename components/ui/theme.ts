export type Theme = "light" | "dark" | "system";

const storageKey = "theme";

export const toTheme = (value: string | null | undefined): Theme =>
  value === "light" || value === "dark" ? value : "system";

/** The server sets this attribute from the cookie, so the first paint has the right theme without a script. */
export const themeAttribute = (theme: Theme) => (theme === "system" ? undefined : theme);

export const readTheme = (): Theme => toTheme(document.documentElement.dataset.theme);

export function storeTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `${storageKey}=${theme}; path=/; max-age=31536000; samesite=lax`;
  show(theme);
}

/** Other tabs follow the one in which the theme was selected. The stored theme outlives a deleted cookie. */
export function keepTheme(): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === storageKey) show(toTheme(newValue));
  });
  const theme = stored();
  if (theme && toTheme(theme) !== readTheme()) storeTheme(toTheme(theme));
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function show(theme: Theme): void {
  const attribute = themeAttribute(theme);
  if (attribute) document.documentElement.dataset.theme = attribute;
  else delete document.documentElement.dataset.theme;
  window.dispatchEvent(new Event("themechange"));
}
