export type Theme = "light" | "dark" | "system";

/**
 * Runs before the first paint: `<script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} />` in `<head>`.
 * The cookie is there for the server, the storage event keeps other tabs in step.
 */
export const themeScript = `(()=>{let d=document.documentElement,m=matchMedia("(prefers-color-scheme:dark)"),f=()=>{let t;try{t=localStorage.getItem("theme")}catch{}t??=(document.cookie.match(/(?:^|; )theme=(\\w+)/)||[])[1];d.classList.toggle("dark",t==="dark"||(t!=="light"&&m.matches))};f();m.addEventListener("change",f);addEventListener("storage",f);addEventListener("themechange",f)})()`;

export function readTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function storeTheme(theme: Theme) {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and needs https.
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  window.dispatchEvent(new Event("themechange"));
}
