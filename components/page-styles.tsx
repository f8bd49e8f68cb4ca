"use client";

declare global {
  /** The style sheet of all pages, where the built app is served. */
  var cartwrightStyles: string | undefined;
}

/**
 * Writes the style sheet into the page. Only the server has it: as a property, or as the framework's own style, it would
 * be in the data for the browser's copy of the page once more.
 */
export function PageStyles() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which React would escape.
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: globalThis.cartwrightStyles ?? "" }} />;
}
