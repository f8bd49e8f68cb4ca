"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { toast } from "@/components/ui/toast";
import { useAttempt } from "@/components/use-attempt";
import { useDesk } from "@/lib/api/desk";
import type { Settings } from "@/lib/contract/checkout/settings";
import { ApiError } from "@/lib/contract/errors";
import { enteredIn, fieldOf, isSame, type Leaf, leafMeant, readLeaves, toPatch, toValues, type Values } from "./leaves";
import { useSettingWords } from "./setting-field";

export function useSaveSettings(leaves: readonly Leaf[]) {
  const t = useTranslations("service");
  const { checkout } = useDesk();
  const client = useQueryClient();
  const attempt = useAttempt();
  const { mutateAsync: update } = useMutation(checkout.settings.update.mutation());
  const words = useSettingWords();
  /** Settings that the API accepted but did not change. */
  const [ignored, setIgnored] = useState<readonly Leaf[]>([]);
  const read = checkout.settings.get.options();
  const readNow = () => readLeaves(client.getQueryData(read.queryKey) ?? {});

  const { save, dialog } = useSaveRecord<Values, Settings>({
    read,
    toDraft: (settings) => toValues(readLeaves(settings)),
    words: {
      label: (field) => {
        const leaf = leaves.find((each) => fieldOf(each) === field);
        return leaf ? words(leaf).label : field;
      },
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
    throw new ApiError(cause.status, cause.code, cause.message, details, cause.retryAfter);
  }

  return {
    dialog,
    ignored,
    forgetIgnored: () => setIgnored([]),
    save: (edited: Values, base: Values) => {
      setIgnored([]);
      return save(edited, base);
    },
  };
}
