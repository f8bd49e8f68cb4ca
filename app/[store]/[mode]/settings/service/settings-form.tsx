"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Resolver } from "react-hook-form";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { RecordForm } from "@/components/forms/record-form";
import { Banner } from "@/components/ui/banner";
import { FormSection } from "@/components/ui/form-section";
import { useDesk } from "@/lib/api/desk";
import { humanize } from "@/lib/humanize";
import { fieldOf, groupLeaves, type Leaf, stateOf, toValues, type Values } from "./leaves";
import { SettingField, useSettingWords } from "./setting-field";
import { useSaveSettings } from "./use-save-settings";

export function SettingsForm({ leaves }: { leaves: readonly Leaf[] }) {
  const t = useTranslations("service");
  const { can, format } = useDesk();
  const words = useSettingWords();
  const { save, dialog, ignored, forgetIgnored } = useSaveSettings(leaves);
  const values = useMemo(() => toValues(leaves), [leaves]);
  const resolve = useResolver(leaves);
  const readOnly = !can("checkout", "settings", "update");
  const labelOf = (field: string) => {
    const leaf = leaves.find((each) => fieldOf(each) === field);
    return leaf ? words(leaf).label : field;
  };
  return (
    <>
      <ChangedElsewhere api="checkout" resource="settings" text={t("changedElsewhere")} />
      {readOnly && <Banner live={false}>{t("readOnly")}</Banner>}
      {ignored.length > 0 && (
        <Banner tone="warning" onDismiss={forgetIgnored}>
          {t("kept", { names: format.row(ignored.map((leaf) => words(leaf).label)) })}
        </Banner>
      )}
      <RecordForm<Values>
        // Another set of settings needs another form. What was entered is offered again as a draft.
        key={Object.keys(values).join()}
        initial={values}
        current={values}
        kind="service_settings"
        draft={{ record: "all", base: stateOf(leaves) }}
        readOnly={readOnly}
        loadCheck={async () => ({ resolve })}
        fields={Object.keys}
        labelOf={labelOf}
        saveLabel={t("save")}
        onSave={save}
      >
        {(form) =>
          groupLeaves(leaves).map((group) => (
            <FormSection key={group.name ?? ""} title={group.name === null ? t("other") : humanize(group.name)}>
              {group.leaves.map((leaf) => (
                <SettingField key={leaf.name} form={form} leaf={leaf} />
              ))}
            </FormSection>
          ))
        }
      </RecordForm>
      {dialog}
    </>
  );
}

/** What a browser can check without knowing the settings: that numbers and JSON can be read. */
function useResolver(leaves: readonly Leaf[]): Resolver<Values> {
  const t = useTranslations("service");
  const problemOf = ({ kind }: Leaf, value: unknown): string | undefined => {
    if (kind === "number" && Number.isNaN(value)) return t("notNumber");
    if (kind !== "json") return undefined;
    try {
      JSON.parse(String(value));
      return undefined;
    } catch (cause) {
      return t("notJson", { reason: (cause as Error).message });
    }
  };
  return (values) => {
    const errors = leaves.flatMap((leaf) => {
      const message = problemOf(leaf, values[fieldOf(leaf)]);
      return message ? [[fieldOf(leaf), { type: "invalid", message }] as const] : [];
    });
    return errors.length > 0 ? { values: {}, errors: Object.fromEntries(errors) } : { values, errors: {} };
  };
}
