/** Keeps a value for this tab. A browser that refuses session storage keeps nothing. */
export function keepInTab(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Callers work without the value, with less comfort.
  }
}

/** Also empty on the server. */
export function readFromTab(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}
