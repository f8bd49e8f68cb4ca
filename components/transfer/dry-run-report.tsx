"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { useDesk } from "@/lib/api/desk";
import type { DryRun } from "@/lib/contract/desk/jobs";
import { said } from "@/lib/i18n/translate-errors";

const shownLines = 20;

export function DryRunReport({ report, existing }: { report: DryRun; existing: ReactNode }) {
  const t = useTranslations("csv");
  const { format } = useDesk();
  const { rows, valid, columns, problems, problem_count, repeated } = report;
  const unknown = columns.filter(({ header, nearest }) => header !== "" && nearest !== undefined);
  return (
    <div data-testid="dry-run" className="grid gap-4">
      <p role="status" className="flex flex-wrap gap-x-5 gap-y-1">
        <Status tone={valid > 0 ? "success" : "danger"}>{t("good", { count: valid })}</Status>
        {problem_count > 0 && <Status tone="danger">{t("bad", { count: problem_count })}</Status>}
        <span className="text-muted">{t("lines", { count: rows })}</span>
      </p>
      {unknown.length > 0 && (
        <Banner tone="warning">
          {t("unknown", {
            count: unknown.length,
            names: format.list(
              unknown.map(({ header, nearest }) => (nearest ? t("near", { header, nearest }) : header)),
            ),
          })}
        </Banner>
      )}
      {problems.length > 0 && (
        <Part title={t("problems")}>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
            tabIndex={0}
            aria-label={t("problems")}
            className="relative max-h-80 overflow-auto rounded-md border border-line"
          >
            <table className="w-full text-sm">
              <thead className="sticky top-0 bg-paper text-xs text-muted">
                <tr>
                  {[t("line"), t("column"), t("what")].map((heading) => (
                    <th key={heading} scope="col" className="px-3 py-2 text-start font-medium">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {problems.map(({ line, column, message, message_key }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two problems.
                  <tr key={at} className="border-t border-line">
                    <td className="px-3 py-1.5">{format.number(line)}</td>
                    <td className="px-3 py-1.5 wrap-anywhere">{column ?? "—"}</td>
                    <td className="px-3 py-1.5 wrap-anywhere">{said(message, message_key)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {problem_count > problems.length && (
            <p className="mt-1 text-sm text-muted">{t("shownOf", { shown: problems.length, count: problem_count })}</p>
          )}
        </Part>
      )}
      {repeated.length > 0 && (
        <Part title={t("repeated")}>
          <Lines items={repeated.map(({ line, of }) => t("repeatedOf", { line, of }))} />
        </Part>
      )}
      {report.existing.length > 0 && (
        <Part title={t("existing")}>
          <p className="text-sm text-muted">{existing}</p>
          <Lines items={report.existing.map(({ line, id }) => `${t("existingLine", { line })}: ${id}`)} />
        </Part>
      )}
      <Part title={t("columns")}>
        <dl className="grid text-sm sm:grid-cols-2 sm:gap-x-8">
          {columns.map(({ header, field }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may name two columns alike.
            <div key={at} className="flex justify-between gap-4 border-b border-line py-1">
              <dt className="min-w-0 wrap-anywhere">{header || "—"}</dt>
              <dd className="text-muted">{field ?? t("ignored")}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Lines({ items }: { items: readonly string[] }) {
  const t = useTranslations("csv");
  return (
    <ul className="gap-x-8 text-sm sm:columns-2 lg:columns-3">
      {items.slice(0, shownLines).map((item) => (
        <li key={item}>{item}</li>
      ))}
      {items.length > shownLines && <li className="text-muted">{t("more", { count: items.length - shownLines })}</li>}
    </ul>
  );
}
