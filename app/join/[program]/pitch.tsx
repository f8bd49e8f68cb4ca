import { Check } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { RuleList } from "@/components/affiliates/rule-list";
import { Messages } from "@/components/messages";
import { createFormat } from "@/lib/format";
import type { PartnerProgram } from "@/lib/server/memory/partner-program";
import { listCountries, readTerms, sayRules } from "@/lib/server/program-page";
import { mayMail } from "@/lib/server/wire/mail";
import { type Invitee, JoinForm } from "./join-form";

type Grants = {
  commission_type?: string | undefined;
  commission_rate?: number | undefined;
  group?: string | null | undefined;
};
type Props = { program: PartnerProgram; invited?: Invitee & { grants: Grants } };

export async function Pitch({ program, invited }: Props) {
  const t = await getTranslations("join");
  const [groups, terms, countries] = await Promise.all([
    sayRules(program, invited?.grants),
    readTerms(program),
    listCountries(),
  ]);
  const format = createFormat({ locale: await getLocale(), currency: "EUR", timeZone: "UTC" });
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-14">
      <div className="grid gap-8">
        <div className="grid gap-4">
          <h1 className="text-3xl font-semibold text-balance wrap-anywhere">
            {t(invited ? "invited.heading" : "heading", { program: program.name })}
          </h1>
          {program.intro && (
            <p className="max-w-prose text-lg text-muted text-pretty whitespace-pre-line wrap-anywhere">
              {program.intro}
            </p>
          )}
        </div>
        {groups.some(({ sentences }) => sentences.length > 0) && (
          <section className="grid gap-4 rounded-lg border border-line bg-surface p-5">
            <h2 className="text-lg font-semibold">{t("rules")}</h2>
            <RuleList groups={groups} />
          </section>
        )}
        {program.benefits.length > 0 && (
          <ul className="grid gap-3 text-lg">
            {program.benefits.map((benefit) => (
              <li key={benefit} className="flex items-start gap-3">
                <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                  <Check aria-hidden className="size-3.5" />
                </span>
                <span className="min-w-0 wrap-anywhere">{benefit}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <section className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-6 lg:sticky lg:top-6">
        <Messages of={["join"]}>
          <JoinForm
            slug={program.slug}
            name={program.name}
            questions={program.questions}
            countries={countries}
            terms={terms && { ...terms, since: format.date(terms.since) }}
            invited={invited && { token: invited.token, email: invited.email }}
            mail={mayMail()}
          />
        </Messages>
        {program.portalOpen && (
          <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
            {t("form.already")}{" "}
            <a href={`/partners/${program.slug}`} className="text-accent underline underline-offset-3">
              {t("form.signIn")}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}
