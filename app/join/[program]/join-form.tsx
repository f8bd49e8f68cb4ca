"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { Checkbox } from "@/components/ui/checkbox";
import { Disclosure } from "@/components/ui/disclosure";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { post } from "@/lib/api/send";
import type { questionKinds } from "@/lib/contract/desk/partner-words";
import { ApiError } from "@/lib/contract/errors";
import { prove } from "./prove";

type Question = { label: string; kind: (typeof questionKinds)[number]; required: boolean; options: string[] };
export type Invitee = { token: string; email: string };
type Terms = { version: number; text: string; since: string };
type Props = {
  slug: string;
  name: string;
  questions: readonly Question[];
  terms: Terms | null;
  countries: readonly { value: string; label: string }[];
  invited?: Invitee | undefined;
  /** True if the server sends emails. */
  mail: boolean;
};

const own = ["first_name", "last_name", "email", "website", "country", "consent", "url"];

export function JoinForm({ slug, name, questions, terms, countries, invited, mail }: Props) {
  const t = useTranslations("join.form");
  const locale = useLocale();
  const router = useRouter();
  const [done, setDone] = useState<"confirm" | "sent" | null>(null);
  const [email, setEmail] = useState("");
  const [isNews, setIsNews] = useState(false);

  /** If terms or questions have changed, the page shows the new ones and keeps the input, and new terms must be accepted. */
  async function send(values: Record<string, string>, form: HTMLFormElement) {
    await apply(values).catch((cause) => {
      if (!(cause instanceof ApiError && cause.status === 409)) throw cause;
      router.refresh();
      const consent = form.querySelector<HTMLInputElement>("[name=consent]");
      if (consent && cause.code === "terms_changed") {
        consent.checked = false;
        setIsNews(true);
      }
      throw cause;
    });
  }

  async function apply(values: Record<string, string>) {
    const { consent, url, website, country, first_name, last_name } = values;
    const draft = {
      first_name,
      last_name,
      email: invited?.email ?? values.email?.trim(),
      locale,
      consent: consent === "on",
      ...(website && { website: /^https?:\/\//i.test(website) ? website : `https://${website}` }),
      ...(country && { country }),
      ...(url && { url }),
      ...(invited && { invitation: invited.token }),
      answers: questions.map((_, n) => values[`answers.${n}`] ?? ""),
      terms_version: terms?.version ?? null,
    };
    const { state } = (await post(`/api/join/${slug}`, { ...draft, ...(await prove(slug)) })) as { state: typeof done };
    setEmail(String(draft.email));
    setDone(state);
  }

  if (done) {
    return (
      <div className="grid gap-3">
        <h2 ref={(heading) => heading?.focus()} tabIndex={-1} className="text-xl font-semibold">
          {t(`${done}.title`, { sends: mail ? "yes" : "no" })}
        </h2>
        <Banner tone="success">{t(`${done}.body`, { email, program: name, sends: mail ? "yes" : "no" })}</Banner>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <h2 className="text-xl font-semibold">{t("title")}</h2>
      <PlainForm
        names={[...own, ...questions.map((_, n) => `answers.${n}`)]}
        onSend={send}
        submit={t("submit")}
        button={{ variant: "primary", className: "h-11" }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <PlainField name="first_name" label={t("firstName")} autoComplete="given-name" required />
          <PlainField name="last_name" label={t("lastName")} autoComplete="family-name" required />
        </div>
        {invited ? (
          <PlainField name="email" label={t("email")} type="email" value={invited.email} readOnly />
        ) : (
          <PlainField name="email" label={t("email")} type="email" autoComplete="email" spellCheck={false} required />
        )}
        <PlainField
          name="website"
          label={t("website")}
          description={t("websiteHint")}
          inputMode="url"
          autoComplete="url"
          optional
        />
        <PlainField name="country" label={t("country")} optional>
          <Select name="country" autoComplete="country" placeholder={t("choose")} options={countries} />
        </PlainField>
        {questions.map((question, n) => (
          <QuestionField key={question.label} name={`answers.${n}`} {...question} />
        ))}
        {terms && (
          <Disclosure
            open={isNews}
            className="rounded-md border border-line bg-paper"
            summaryClass="px-3 py-2.5 font-medium"
            summary={t("terms", { version: terms.version, date: terms.since })}
          >
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard.
              tabIndex={0}
              aria-label={t("termsOf", { program: name })}
              className="max-h-72 overflow-y-auto border-t border-line px-3 py-2.5 text-sm whitespace-pre-wrap wrap-anywhere"
            >
              {terms.text}
            </section>
          </Disclosure>
        )}
        <PlainField name="consent" label={t("consentLabel")}>
          <Checkbox name="consent" label={t(terms ? "consent" : "consentPlain", { program: name })} />
        </PlainField>
        {/* People do not see this field. Whoever fills it in is no person. */}
        <input name="url" tabIndex={-1} autoComplete="off" aria-hidden className="sr-only" />
      </PlainForm>
      <p className="text-xs text-muted">{t("check")}</p>
    </div>
  );
}

function QuestionField({ name, label, kind, required, options }: Question & { name: string }) {
  const t = useTranslations("join.form");
  const field = { name, label, required, optional: !required };
  if (kind === "text") return <PlainField {...field}>{<Textarea name={name} rows={3} maxLength={2000} />}</PlainField>;
  if (kind === "choice") {
    return (
      <PlainField {...field}>
        <Select name={name} placeholder={t("choose")} options={options.map((value) => ({ value, label: value }))} />
      </PlainField>
    );
  }
  return <PlainField {...field} {...(kind === "address" && { type: "url", inputMode: "url" })} />;
}
