import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";

export function OtherFields({ fields }: { fields: readonly [name: string, value: unknown][] }) {
  const t = useTranslations("shell.otherFields");
  if (fields.length === 0) return null;
  return (
    <Panel title={t("title")} description={t("hint")}>
      <DescriptionList
        items={fields.map(([name, value]) => ({
          term: name,
          detail: <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>,
        }))}
      />
    </Panel>
  );
}
