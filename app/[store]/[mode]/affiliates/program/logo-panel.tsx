"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { FileInput, readBase64 } from "@/components/transfer/file-input";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { PartnerPage } from "@/lib/contract/desk/partner-program";

const maxBytes = 200 * 1024;

export function LogoPanel({ page, readOnly }: { page: PartnerPage; readOnly: boolean }) {
  const t = useTranslations("programPage.logo");
  const { desk } = useDesk();
  const attempt = useAttempt();
  const [problem, setProblem] = useState("");
  const { mutateAsync: save, isPending } = useMutation(desk.partner_program.logo.mutation());
  const store = async (image: string | null) => {
    if (await attempt(() => save({ body: { image } }))) toast.success(t(image === null ? "removed" : "saved"));
  };
  return (
    <Panel title={t("title")} description={t("hint")}>
      <div className="grid justify-items-start gap-4">
        {/* biome-ignore lint/performance/noImgElement: the logo is small and comes from the database. */}
        {page.logo && <img src={page.logo} alt={t("title")} className="h-12 w-auto max-w-60 object-contain" />}
        {!readOnly && (
          <Field label={t("file")} error={problem} className="w-full">
            <FileInput
              accept="image/png,image/jpeg,image/webp"
              onFile={async (file) => {
                setProblem(file.size > maxBytes ? t("tooLarge") : "");
                if (file.size <= maxBytes) await store(await readBase64(file));
              }}
            />
          </Field>
        )}
        {page.logo && !readOnly && (
          <Button pending={isPending} onClick={() => store(null)}>
            {t("remove")}
          </Button>
        )}
      </div>
    </Panel>
  );
}
