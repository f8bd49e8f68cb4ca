"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { Button } from "@/components/ui/button";
import { controlClass, useControl } from "@/components/ui/control";
import { Field } from "@/components/ui/field";
import { type Suggestion, useSuggestions } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import { isIdentifier } from "@/lib/contract/paths";

const mostSuggested = 8;

/** An order is found by either id; an id that no API address can contain is searched among the remembered orders. */
export function LookUp() {
  const t = useTranslations("orders.lookUp");
  const { base } = useDesk();
  const go = useGo();
  const resolve = useResolve();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const opens = (id: string) => go(`${base}/orders/${encodeURIComponent(id)}`);

  async function lookUp() {
    const wanted = text.trim();
    if (wanted === "") return setProblem(t("missing"));
    setPending(true);
    try {
      const id = await resolve(wanted);
      if (id === null) setProblem(t("unreadable"));
      else opens(id);
    } catch (cause) {
      setProblem(t("failed", { reason: (cause as Error).message }));
    } finally {
      setPending(false);
    }
  }

  return (
    <search aria-label={t("title")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void lookUp();
        }}
      >
        <Field name="id" label={t("label")} description={t("hint")} {...(problem && { error: problem })}>
          <div className="flex gap-2">
            <IdInput
              value={text}
              onValueChange={(value) => {
                setText(value);
                setProblem(null);
              }}
              onChoose={opens}
            />
            <Button type="submit" variant="primary" pending={pending}>
              {t("action")}
            </Button>
          </div>
        </Field>
      </form>
    </search>
  );
}

type Props = { value: string; onValueChange: (text: string) => void; onChoose: (id: string) => void };

function IdInput({ value, onValueChange, onChoose }: Props) {
  const t = useTranslations("orders.lookUp");
  const control = useControl({});
  const options = useSeen(value);
  const suggestions = useSuggestions({ options, onChoose: (option) => onChoose(option.value) });
  return (
    <div ref={suggestions.anchor} className="min-w-0 flex-1">
      <input
        {...control}
        {...suggestions.inputProps}
        type="text"
        enterKeyHint="search"
        name="id"
        autoCapitalize="off"
        value={value}
        className={controlClass}
        onChange={(event) => {
          onValueChange(event.target.value);
          suggestions.type();
        }}
        onKeyDown={(event) => void suggestions.onKey(event)}
        onBlur={suggestions.close}
      />
      {suggestions.list(t("title"))}
    </div>
  );
}

function useSeen(text: string): Suggestion[] {
  const { desk } = useDesk();
  const search = useDebounced(text.trim());
  const { data } = useQuery({
    ...desk.remembered.list.options({ params: { kind: "order" }, query: { search, per_page: mostSuggested } }),
    enabled: search.length >= 2,
    placeholderData: (before) => before,
  });
  if (text.trim().length < 2) return [];
  return (data?.data ?? []).map(({ id, extra }) => {
    const platform = extra.platform_order_id;
    return typeof platform === "string" && platform !== id
      ? { value: id, label: platform, hint: id }
      : { value: id, label: id };
  });
}

function useResolve(): (text: string) => Promise<string | null> {
  const client = useQueryClient();
  const { desk } = useDesk();
  return async (text) => {
    const query = { search: text, per_page: 25 };
    const seen = await client.fetchQuery(desk.remembered.list.options({ params: { kind: "order" }, query }));
    if (seen.data.some(({ id }) => id === text) && isIdentifier(text)) return text;
    const known = seen.data.find(({ extra }) => extra.platform_order_id === text);
    if (known && isIdentifier(known.id)) return known.id;
    return isIdentifier(text) ? text : null;
  };
}
