"use client";

import { useTranslations } from "next-intl";
import { Suspense, useMemo, useRef, useState } from "react";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { LeaveGuard } from "@/components/forms/leave-guard";
import { useDraft } from "@/components/forms/use-draft";
import { Banner } from "@/components/ui/banner";
import { FormBar } from "@/components/ui/form-bar";
import { FormErrorSummary, focusField } from "@/components/ui/form-error-summary";
import { FormSection } from "@/components/ui/form-section";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { humanize } from "@/lib/humanize";
import { type Edits, openEdits, stateOf, toDraftBody, withEdit } from "./edits";
import { groupLeaves, type Leaf } from "./leaves";
import { SettingField, useSettingWords } from "./setting-field";
import { useSaveSettings } from "./use-save-settings";

// A draft is rarely offered, so its code is not part of a first visit.
const RestoreDraft = lazyPart(() => import("@/components/forms/restore-draft"));

export function SettingsForm({ leaves }: { leaves: readonly Leaf[] }) {
  const t = useTranslations("service");
  const { can, format } = useDesk();
  const words = useSettingWords();
  const element = useRef<HTMLFormElement>(null);
  const [edits, setEdits] = useState<Edits>({});
  const [attempt, setAttempt] = useState(0);
  const readOnly = !can("checkout", "settings", "update");
  const open = openEdits(edits, leaves);
  const state = useMemo(() => stateOf(leaves), [leaves]);
  const kept = useDraft({
    kind: "service_settings",
    record: "all",
    base: state,
    changes: toDraftBody(edits, leaves),
    enabled: !readOnly,
  });
  const saves = useSaveSettings({
    leaves,
    onSaved(saved) {
      kept.forget();
      // Input that was entered while saving stays as an edit.
      setEdits((now) => Object.fromEntries(Object.entries(now).filter(([name, edit]) => saved[name] !== edit)));
    },
    onRefused: focusProblem,
  });

  function focusProblem(wrong: ReadonlySet<string>) {
    const first = leaves.find(({ name }) => wrong.has(name));
    if (!first || !element.current || !focusField(first.name, element.current)) setAttempt((count) => count + 1);
  }

  function submit() {
    const unsound = open.filter(({ edit }) => edit.problem);
    if (saves.saving) return;
    if (unsound.length > 0) return focusProblem(new Set(unsound.map(({ leaf }) => leaf.name)));
    void saves.save(edits);
  }

  function restore() {
    const drafted = kept.restore();
    setEdits(
      leaves.reduce<Edits>(
        (all, leaf) => (Object.hasOwn(drafted, leaf.name) ? withEdit(all, leaf, { value: drafted[leaf.name] }) : all),
        {},
      ),
    );
  }

  const problemOf = ({ name }: Leaf) => {
    const { problem } = edits[name] ?? {};
    if (problem?.kind === "number") return t("notNumber");
    if (problem?.kind === "json") return t("notJson", { reason: problem.reason });
    return saves.refused[name];
  };
  const { refusal } = saves;
  return (
    <>
      {/* The guard is outside the form, because forms cannot be nested. */}
      <LeaveGuard when={open.length > 0 && !saves.saving} />
      <ChangedElsewhere api="checkout" resource="settings" text={t("changedElsewhere")} />
      <form
        ref={element}
        noValidate
        className="grid max-w-4xl gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {kept.earlier && (
          <Suspense>
            <RestoreDraft draft={kept.earlier} base={state} onRestore={restore} onDiscard={kept.forget} />
          </Suspense>
        )}
        {readOnly && <Banner live={false}>{t("readOnly")}</Banner>}
        <FormErrorSummary
          attempt={attempt}
          errors={[
            ...(refusal?.messages ?? []).map((message) => ({ message })),
            ...leaves.flatMap((leaf) => {
              const message = saves.refused[leaf.name];
              return message ? [{ name: leaf.name, label: words(leaf).label, message }] : [];
            }),
          ]}
          {...(refusal && refusal.messages.length > 0 && { title: refusal.title })}
        />
        {saves.ignored.length > 0 && (
          <Banner tone="warning" onDismiss={() => saves.forget()}>
            {t("kept", { names: format.row(saves.ignored.map((leaf) => words(leaf).label)) })}
          </Banner>
        )}
        <Panel>
          {groupLeaves(leaves).map((group) => (
            <FormSection key={group.name ?? ""} title={group.name === null ? t("other") : humanize(group.name)}>
              {group.leaves.map((leaf) => (
                <SettingField
                  key={leaf.name}
                  leaf={leaf}
                  edit={edits[leaf.name]}
                  error={problemOf(leaf)}
                  disabled={readOnly}
                  onEnter={(entered) => {
                    setEdits((now) => withEdit(now, leaf, entered));
                    saves.forget(leaf.name);
                  }}
                />
              ))}
            </FormSection>
          ))}
        </Panel>
        {!readOnly && (
          <FormBar
            dirty={open.length > 0}
            pending={saves.saving}
            saveLabel={t("save")}
            onDiscard={() => {
              kept.forget();
              setEdits({});
              saves.forget();
            }}
          />
        )}
      </form>
      {saves.dialog}
    </>
  );
}
