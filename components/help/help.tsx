import { useTranslations } from "next-intl";
import type { Concept } from "./concepts";

/**
 * A question mark beside a word, a figure or a heading: one for each, outside of it, so that its name stays its own. The
 * layer in the frame opens what it stands for, so that a mark costs a page no more than an attribute.
 */
export function Help({ of, label }: { of: Concept; label: string }) {
  const t = useTranslations("ui");
  return (
    <button type="button" data-help={of} aria-haspopup="dialog" aria-label={t("explain", { label })} className="help" />
  );
}
