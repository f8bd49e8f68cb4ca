"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AffiliateName, type AffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { recordColumns } from "@/components/records/record-columns";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { linkSorts } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/web-address";
import { nameOf } from "./words";

const column = columnsFor<Link>();

export function useLinkColumns(names: AffiliateNames): TableColumns<Link> {
  const t = useTranslations("links");
  const { format, money, extensions } = useDesk();
  const words = useProgramWords();
  return useMemo(() => {
    // Another API is known to sort only by the field in the specification.
    const { field, status, date } = recordColumns<Link>(extensions.affiliate ? linkSorts : ["created_at"]);
    const figure = { align: "end", firstOrder: "desc" } as const;
    return column.columns([
      column.accessor(nameOf, {
        id: "name",
        header: t("columns.name"),
        meta: { primary: true, ...(extensions.affiliate && { sort: "name" }) },
      }),
      field("affiliate_id", t("columns.affiliate"), (id) => <AffiliateName id={id} names={names} />, {
        id: "affiliate",
      }),
      field("code", t("columns.code"), (code) => (
        <code className="inline-block truncate sm:max-w-32 2xl:max-w-52 align-bottom" title={code}>
          {code}
        </code>
      )),
      field(
        "destination_url",
        t("columns.destination"),
        (url) => (
          <span className="inline-block truncate sm:max-w-36 2xl:max-w-72 align-bottom" title={url}>
            {withoutScheme(url)}
          </span>
        ),
        { id: "destination", notOnPhone: true },
      ),
      field("clicks", t("columns.clicks"), format.number, figure),
      field("orders", t("columns.orders"), format.number, figure),
      field("revenue", t("columns.revenue"), (revenue, { currency }) => money(revenue, currency), figure),
      status(t("columns.status"), words.linkStatus),
      date("created_at", t("columns.created")),
    ]);
  }, [t, format, money, words, extensions.affiliate, names]);
}
