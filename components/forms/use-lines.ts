import { useRef } from "react";

/** Lines of a form. The focus goes to the line that was added, or that follows a removed one, or else to the button that adds. */
export function useLines<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const focusLine = (at: number) =>
    requestAnimationFrame(() => {
      const line = list.current?.children[at]?.querySelector<HTMLElement>("input");
      (line ?? list.current?.parentElement?.querySelector("button"))?.focus();
    });
  return { list, focusLine };
}
