"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Resolver } from "react-hook-form";
import { useAttempt } from "@/components/attempt";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { RecordForm } from "@/components/forms/record-form";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { FormSection } from "@/components/ui/form-section";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Settings } from "@/lib/contract/checkout/settings";
import { ApiError } from "@/lib/contract/errors";
import { humanize, isOneOf } from "@/lib/word-format";
import { SettingsHeader } from "../settings-header";
import {
  enteredIn,
  fieldOf,
  groupLeaves,
  isSame,
  type Leaf,
  leafMeant,
  readLeaves,
  stateOf,
  toPatch,
  toValues,
  type Values,
} from "./leaves";
import { SettingField, useSettingWords } from "./setting-field";

const knownGroups = ["upsells", "offers", "orders", "experiments", "shop"] as const;

function SettingsForm({ leaves }: { leaves: readonly Leaf[] }) {
  const t = useTranslations("service");
  const { can, format } = useDesk();
  const words = useSettingWords();
  const { save, dialog, labelOf, ignored, forgetIgnored } = useSaveSettings(leaves);
  const values = useMemo(() => toValues(leaves), [leaves]);
  const resolve = useResolver(leaves);
  const readOnly = !can("checkout", "settings", "update");
  const titleOf = (group: string | null) =>
    group === null ? t("other") : isOneOf(knownGroups, group) ? t(`known.${group}`) : humanize(group);
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
            <FormSection key={group.name ?? ""} title={titleOf(group.name)}>
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

export function ServiceSettings() {
  const t = useTranslations("service");
  const { checkout } = useDesk();
  const settings = useQuery(checkout.settings.get.options());
  const leaves = settings.data && readLeaves(settings.data);
  return (
    <>
      <SettingsHeader description={t("description")} />
      {leaves && leaves.length > 0 ? (
        <SettingsForm leaves={leaves} />
      ) : (
        <Panel>
          {leaves ? (
            <EmptyState icon={<SlidersHorizontal />} title={t("none")}>
              {t("noneBody")}
            </EmptyState>
          ) : (
            <Waiting of={settings} lines={8} />
          )}
        </Panel>
      )}
    </>
  );
}

function useSaveSettings(leaves: readonly Leaf[]) {
  const t = useTranslations("service");
  const { checkout } = useDesk();
  const client = useQueryClient();
  const attempt = useAttempt();
  const { mutateAsync: update } = useMutation(checkout.settings.update.mutation());
  const words = useSettingWords();
  const [ignored, setIgnored] = useState<readonly Leaf[]>([]);
  const read = checkout.settings.get.options();
  const readNow = () => readLeaves(client.getQueryData(read.queryKey) ?? {});

  const labelOf = (field: string) => {
    const leaf = leaves.find((each) => fieldOf(each) === field);
    return leaf ? words(leaf).label : field;
  };

  const { save, dialog } = useSaveRecord<Values, Settings>({
    read,
    toDraft: (settings) => toValues(readLeaves(settings)),
    words: {
      label: labelOf,
      value: (_, value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "—")),
    },
    async send(changed) {
      const changing = leaves.filter((leaf) => fieldOf(leaf) in changed);
      const wanted = changing.map((leaf) => ({ ...leaf, value: enteredIn(leaf, changed) }));
      const before = readNow().filter(({ name }) => wanted.some((leaf) => leaf.name === name));
      await update({ body: toPatch(wanted) }).catch(refuse);
      const after = new Map(readNow().map(({ name, value }) => [name, value]));
      setIgnored(wanted.filter(({ name, value }) => after.has(name) && !isSame(after.get(name), value)));
      return async () => {
        const failed = (reason: string) => t("undoFailed", { reason });
        if (await attempt(() => update({ body: toPatch(before) }), failed)) toast.success(t("undone"));
      };
    },
  });

  /** Names the fields of the form in place of those of the API, whose errors may be about a part of a value. */
  function refuse(cause: unknown): never {
    if (!(cause instanceof ApiError)) throw cause;
    const names = leaves.map(({ name }) => name);
    const details = cause.details.map((detail) => {
      const name = leafMeant(detail.field, names);
      const leaf = leaves.find((each) => each.name === name);
      return leaf ? { ...detail, field: fieldOf(leaf) } : detail;
    });
    throw new ApiError(cause.status, cause.code, cause.sentence, details, cause.retryAfter);
  }

  return {
    dialog,
    labelOf,
    ignored,
    forgetIgnored: () => setIgnored([]),
    save: (edited: Values, base: Values) => {
      setIgnored([]);
      return save(edited, base);
    },
  };
}
