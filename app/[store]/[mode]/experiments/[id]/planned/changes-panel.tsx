"use client";

import { useTranslations } from "next-intl";
import { QueryError } from "@/components/query-error";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { Names } from "../../results/verdict";
import { VariantName } from "../../words";
import { writesOf } from "./ship";
import { useChangeWords } from "./ship-diff";
import { useLive } from "./use-live";

type Variant = NonNullable<Experiment["variants"]>[number];
type Props = { variants: readonly Variant[]; control: string | undefined; names: Names };

/** What shoppers of each variant see instead of what is live. */
export default function ChangesPanel({ variants, control, names }: Props) {
  const t = useTranslations("plannedExperiments");
  const others = variants.filter(({ name }) => name !== control);
  const { live, problem, retry } = useLive({
    offers: others.flatMap(({ changes }) => changes?.offers ?? []),
    bundles: others.flatMap(({ changes }) => changes?.bundles ?? []),
    settings: others.find(({ changes }) => changes?.settings)?.changes?.settings,
  });
  const show = useChangeWords(live?.products ?? []);
  return (
    <Panel title={t("changes.title")} description={t("changes.about")}>
      {problem ? (
        <QueryError error={problem} onRetry={retry} />
      ) : !live ? (
        <TextSkeleton lines={3} />
      ) : (
        <dl data-testid="changes" className="grid gap-3">
          {others.map(({ name, changes }) => (
            <div key={name}>
              <dt className="font-medium">
                <VariantName name={name} names={names} />
              </dt>
              {(changes ? writesOf(changes, live) : []).map(({ kind, id, name: of, missing, asked }) => (
                <dd key={`${kind} ${id}`} className="text-sm wrap-anywhere">
                  <span className="text-muted">
                    {kind === "settings" ? t("ship.kinds.settings") : `${of} (${t(`ship.kinds.${kind}`)})`}:
                  </span>{" "}
                  {asked.map(([field, value]) => `${t(`ship.fields.${field}`)}: ${show(field, value)}`).join("; ")}
                  {missing && <span className="text-muted"> {t("changes.gone")}</span>}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
