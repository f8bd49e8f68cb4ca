"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/radio-group";

const most = 1_000;

type Props = {
  /** Null stands for everybody who is owed something. */
  value: readonly string[] | null;
  onChange: (value: readonly string[] | null) => void;
};

export function ChooseAffiliates({ value, onChange }: Props) {
  const t = useTranslations("payouts.pay");
  const names = useAffiliateNames(value ?? []);
  return (
    <div className="grid w-full gap-3">
      <Segmented
        label={t("who")}
        className="max-sm:grid max-sm:w-full"
        options={[
          { value: "all", label: t("everybody") },
          { value: "some", label: t("some") },
        ]}
        value={value === null ? "all" : "some"}
        onValueChange={(next) => onChange(next === "all" ? null : [])}
      />
      {value !== null && (
        <Field label={t("affiliates")} description={t("affiliatesHint")} className="max-w-xl">
          <AffiliatePicker
            key={value.length}
            value=""
            onValueChange={(id) => id && !value.includes(id) && value.length < most && onChange([...value, id])}
          />
        </Field>
      )}
      {value !== null && value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((id) => {
            const name = names.get(id)?.name ?? id;
            return (
              <li
                key={id}
                className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-md border border-line bg-sunken ps-2.5 text-sm"
              >
                <span className="truncate">{name}</span>
                <IconButton
                  size="sm"
                  label={t("leaveOut", { name })}
                  icon={<X aria-hidden />}
                  onClick={() => onChange(value.filter((each) => each !== id))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
