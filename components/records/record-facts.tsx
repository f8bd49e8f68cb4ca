import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { type Description, DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { otherFields } from "@/lib/contract/read";

type Props = {
  title: string;
  record: { id: string; created_at?: string | undefined; updated_at?: string | undefined };
  /** The fields that Cartwright knows; the others are shown as they are. */
  known: readonly string[];
  facts?: readonly Description[];
};

export function RecordFacts({ title, record, known, facts = [] }: Props) {
  const t = useTranslations("form.facts");
  const { format } = useDesk();
  const { id, created_at, updated_at } = record;
  return (
    <>
      <Panel title={title}>
        <DescriptionList
          items={[
            ...facts,
            { term: t("id"), detail: <code>{id}</code> },
            ...(created_at ? [{ term: t("created"), detail: format.dateTime(created_at) }] : []),
            ...(updated_at ? [{ term: t("updated"), detail: format.dateTime(updated_at) }] : []),
          ]}
        />
      </Panel>
      <OtherFields fields={otherFields(record, known)} />
    </>
  );
}
