"use client";

import { useTranslations } from "next-intl";
import { Scroller } from "@/components/scroller";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import type { MatchedFile } from "@/lib/contract/desk/payout-files";
import { type AnswerColumns, answerColumns } from "@/lib/contract/desk/payout-words";

type Props = {
  sheet: NonNullable<MatchedFile["sheet"]>;
  chosen: AnswerColumns;
  pending: boolean;
  onChoose: (columns: AnswerColumns) => void;
  onLook: () => void;
};

/** The columns as they were understood, beside the first rows, so that a person can say which is which. */
export function ColumnsPanel({ sheet, chosen, pending, onChoose, onLook }: Props) {
  const t = useTranslations("payouts.match.columns");
  const { columns, headings, samples, remembered } = sheet;
  const options = headings.map((heading, at) => ({
    value: String(at),
    label: heading || t("unnamed", { number: at + 1 }),
  }));
  const missing = (["reference", "amount"] as const).filter((kind) => chosen[kind] === null);
  const changed = answerColumns.some((kind) => chosen[kind] !== columns[kind]);
  return (
    <Panel title={t("title")} description={t(remembered ? "remembered" : "hint")}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onLook();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
          {answerColumns.map((kind) => (
            <Field
              key={kind}
              label={t(`kinds.${kind}`)}
              error={missing.includes(kind as "amount") ? t("missing") : undefined}
            >
              <Select
                placeholder={t("none")}
                options={options}
                value={chosen[kind] === null ? "" : String(chosen[kind])}
                onChange={({ target: { value } }) =>
                  onChoose({ ...chosen, [kind]: value === "" ? null : Number(value) })
                }
              />
            </Field>
          ))}
        </div>
        <Samples headings={headings} samples={samples} chosen={chosen} />
        {changed && (
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            disabled={missing.length > 0}
            pending={pending}
          >
            {t("use")}
          </Button>
        )}
      </form>
    </Panel>
  );
}

type SamplesProps = Pick<Props["sheet"], "headings" | "samples"> & { chosen: AnswerColumns };

function Samples({ headings, samples, chosen }: SamplesProps) {
  const t = useTranslations("payouts.match.columns");
  const kindAt = (at: number) => answerColumns.find((kind) => chosen[kind] === at);
  return (
    <Scroller label={t("samples")}>
      <table className="text-sm">
        <caption className="sr-only">{t("samples")}</caption>
        <thead>
          <tr>
            {headings.map((heading, at) => {
              const kind = kindAt(at);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same heading.
                <th key={at} scope="col" className="whitespace-nowrap px-2 py-1 text-start align-bottom font-medium">
                  {kind && <span className="block text-xs text-muted">{t(`kinds.${kind}`)}</span>}
                  {heading || t("unnamed", { number: at + 1 })}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {samples.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows can be the same.
            <tr key={row} className="border-t border-line">
              {headings.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no names.
                <td key={at} className="max-w-64 truncate px-2 py-1">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
