"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useChanges } from "@/components/lists/use-changes";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/words";

export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || withoutScheme(url ?? "") || id;

type Status = (typeof linkStatuses)[number];

export function useLinkChanges() {
  const t = useTranslations("links");
  const { affiliate } = useDesk();
  const { mutateAsync: update } = useMutation(affiliate.links.update.mutation());
  const changes = useChanges();

  async function copy({ url = "", ...link }: Link): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t("copied", { name: nameOf(link) }));
    } catch {
      // Browsers block the clipboard on plain-http pages from another machine, so the address is shown for copying.
      toast.info(url);
    }
  }

  const setStatus = (link: Link, status: Status) =>
    changes.setStatus({
      rows: [link],
      status,
      write: (id, status) =>
        update({ params: { id }, body: { status: status === "disabled" ? "disabled" : "active" } }),
      changed: () => t(`changed.${status}`, { name: nameOf(link) }),
      undone: t("undone"),
    });

  async function remove(links: readonly Link[]): Promise<void> {
    const writes = links.map((link) => ({ id: link.id, label: nameOf(link).slice(0, 200) }));
    await changes.holdWrites({ api: "affiliate", resource: "links", operation: "delete", writes });
  }

  return { copy, setStatus, remove };
}
