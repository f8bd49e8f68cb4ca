/** Class conflicts are not resolved: `className` on a component is for layout, not for restyling it. */
export function cn(...parts: (string | false | null | undefined)[]) {
  return parts.filter(Boolean).join(" ");
}
