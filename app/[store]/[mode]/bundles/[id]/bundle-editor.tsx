"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { isGone, useSaveRecord } from "@/components/forms/use-save-record";
import { useFailureWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { BundleDraft, BundleForm as Draft } from "@/lib/contract/checkout/bundle-draft";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleForm } from "../bundle-form";
import { useFieldWords } from "../field-words";
import { toDraft } from "../to-draft";
import { useCreateBundle } from "../use-create-bundle";
import { BundleFacts } from "./bundle-facts";

export function BundleEditor({ bundle }: { bundle: Bundle }) {
  const t = useTranslations("bundles.form");
  const { checkout } = useDesk();
  const update = useMutation(checkout.bundles.update.mutation());
  const create = useCreateBundle();
  const words = useFieldWords();
  const failureWords = useFailureWords();
  const params = { id: bundle.id };
  const { save, dialog } = useSaveRecord<Draft, Bundle>({
    read: checkout.bundles.get.options({ params }),
    toDraft,
    words,
    send: (changed) => update.mutateAsync({ params, body: changed as Partial<BundleDraft> }),
  });
  const draft = useMemo(() => toDraft(bundle), [bundle]);
  return (
    <>
      <ChangedElsewhere api="checkout" resource="bundles" record={bundle.id} text={t("changedElsewhere")} />
      <BundleForm
        key={bundle.id}
        initial={draft}
        current={draft}
        draft={{ record: bundle.id, base: bundle.updated_at ?? null }}
        saveLabel={t("saveAction")}
        onSave={save}
        explain={(cause, edited) =>
          isGone(cause) && (
            <Button
              size="sm"
              className="mt-1"
              onClick={() => create(edited).catch((cause) => toast.error(failureWords(cause, (reason) => reason)))}
            >
              {t("createAnew")}
            </Button>
          )
        }
      >
        <BundleFacts bundle={bundle} />
      </BundleForm>
      {dialog}
    </>
  );
}
