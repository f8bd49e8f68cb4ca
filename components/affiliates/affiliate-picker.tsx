"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefCallback, useMemo, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { matching, type Suggestion } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import { useAffiliateNames } from "./affiliate-name";
import { useAffiliateStatuses } from "./program-words";

type Props = {
  value: string;
  onValueChange: (id: string) => void;
  onBlur?: () => void;
  inputRef?: RefCallback<HTMLInputElement>;
  placeholder?: string;
  "aria-label"?: string;
};

/** If the API has more affiliates than can be searched, any ID can be used as well. */
export function AffiliatePicker({ value, ...field }: Props) {
  const t = useTranslations("shell.affiliatePicker");
  const { desk, can } = useDesk();
  const statusOf = useAffiliateStatuses();
  const [text, setText] = useState<string | null>(null);
  const search = useDebounced(text?.trim() ?? "");
  const found = useQuery({
    ...desk.affiliate_names.search.options({ query: search ? { search: search.slice(0, 100) } : {} }),
    enabled: text !== null && can("desk", "affiliate_names", "search"),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const names = useAffiliateNames([value]);
  const options = useMemo(
    () =>
      (found.data?.data ?? []).map(({ id, name, email, status }): Suggestion => {
        const hints = [email !== name && email, status !== null && statusOf(status).label].filter(Boolean);
        return { value: id, label: name ?? id, ...(hints.length > 0 && { hint: hints.join(" · ") }) };
      }),
    [found.data, statusOf],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={() => setText((now) => now ?? "")}>
      <Combobox
        placeholder={t("placeholder")}
        {...field}
        value={value}
        {...(found.data?.complete === false && { asTyped: (typed: string) => t("useAsId", { typed }) })}
        // Loaded options are narrowed down at once, so that fast typing never selects the wrong affiliate.
        options={text?.trim() === search && !found.isPlaceholderData ? options : matching(options, text ?? "")}
        onQueryChange={setText}
        nameOf={(id) => names.get(id)?.name ?? id}
      />
    </div>
  );
}
