import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";

const parts = ["counts", "always", "fixed", "holm", "split", "beliefs", "power"] as const;

/** The method is explained for readers of a printed page who want to check the statistics. */
export function Method() {
  const t = useTranslations("experiments");
  return (
    <Panel title={t("panels.method")}>
      <ul className="grid max-w-prose gap-1.5 text-sm text-muted text-pretty">
        {parts.map((part) => (
          <li key={part}>{t(`method.${part}`)}</li>
        ))}
      </ul>
    </Panel>
  );
}
