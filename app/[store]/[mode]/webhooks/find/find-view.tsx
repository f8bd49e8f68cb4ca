"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { findFilters, questionOf } from "../filters";
import { WebhookScreen } from "../webhook-screen";
import { FoundEvents, FoundInLogs } from "./found-events";

export function FindView() {
  const t = useTranslations("webhooks.find");
  const { extensions } = useDesk();
  const [{ search }, setFilters] = useQueryStates(findFilters, { history: "push" });
  const question = questionOf(search)?.query.search;
  return (
    <WebhookScreen needs="find">
      <Panel title={t("title")} description={t(extensions.checkout ? "about" : "aboutLogs")}>
        <form
          key={search}
          className="flex max-w-2xl flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get("search")).trim();
            setFilters({ search: text || null });
          }}
        >
          <Field label={t(extensions.checkout ? "label" : "labelLogs")} className="flex-1 basis-72">
            <Input
              name="search"
              type="search"
              enterKeyHint="search"
              defaultValue={search}
              maxLength={200}
              spellCheck={false}
              required
            />
          </Field>
          <Button variant="primary" type="submit">
            {t("action")}
          </Button>
        </form>
      </Panel>
      {question !== undefined &&
        (extensions.checkout ? <FoundEvents search={question} /> : <FoundInLogs search={question} />)}
    </WebhookScreen>
  );
}
