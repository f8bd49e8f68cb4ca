import { useTranslations } from "next-intl";
import type { Concept } from "./concepts";

/**
 * The mark is a separate element, so the accessible name of its neighbour stays the same. The layer in the frame shows
 * the explanation, so a mark costs a page only an attribute.
 */
export function Help({ of, label }: { of: Concept; label: string }) {
  const t = useTranslations("ui");
  return (
    <button type="button" data-help={of} aria-haspopup="dialog" aria-label={t("explain", { label })} className="help" />
  );
}
