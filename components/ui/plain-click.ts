import type { MouseEvent } from "react";

/** A link can be opened in a new tab; a plain click acts on this page, without requesting it from the server. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
