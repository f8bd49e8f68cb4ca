"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureWords } from "@/components/failure";
import { useGo } from "@/components/forms/leave-guard";
import { changedFields, fieldsOf, same } from "@/components/forms/merge-edits";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Dialog } from "@/components/ui/dialog";
import { IntentLink } from "@/components/ui/intent-link";
import { RadioCards } from "@/components/ui/radio-group";
import { RowsTable } from "@/components/ui/rows-table";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { leadingTo } from "../chain/reads";
import { inLive, toDraft, useFieldWords, useUpsellWords } from "../words";
import { useLive } from "./live";
import { type LiveChain, useLiveTwins } from "./live-chain";
import { LiveStatus } from "./live-status";
import { MissingProducts, useMissingProducts } from "./missing-products";
import { PromoteMany } from "./promote-many";

type Props = { upsells: readonly Upsell[]; onClose: () => void };

export default function PromoteDialog({ upsells, onClose }: Props) {
  const t = useTranslations("upsells.promote");
  const { store } = useDesk();
  const live = useLive();
  const connections = useQuery(live.desk.connections.list.options());
  const connection = connections.data?.data.find(({ api }) => api === "checkout");
  const [only, second] = upsells;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="lg"
      title={t("title")}
      description={second ? t("bodyMany", { count: upsells.length }) : t("body")}
    >
      {connections.error ? (
        <QueryError error={connections.error} onRetry={() => connections.refetch()} />
      ) : connection && connection.key === null ? (
        <Banner
          tone="warning"
          title={t("noConnection")}
          action={
            <IntentLink href={`/${store.id}/live/settings`} className={buttonClass({ size: "sm" })}>
              {t("toSettings")}
            </IntentLink>
          }
        >
          {t("noConnectionBody")}
        </Banner>
      ) : !connection ? (
        <TextSkeleton lines={6} />
      ) : second ? (
        <PromoteMany upsells={upsells} onClose={onClose} />
      ) : (
        only && <PromoteOne upsell={only} onClose={onClose} />
      )}
    </Dialog>
  );
}

type OneProps = { upsell: Upsell; onClose: () => void };

function PromoteOne({ upsell, onClose }: OneProps) {
  const live = useLive();
  const { twinOf, chainOf } = useLiveTwins();
  const found = useQuery({
    queryKey: [...live.checkout.upsells.get.prefix, "twin", upsell],
    queryFn: async () => {
      const [twin, chain] = await Promise.all([twinOf(upsell), chainOf(upsell)]);
      return { twin, chain };
    },
    staleTime: 0,
  });
  const listed = found.data?.twin;
  const twin = useQuery({
    ...live.checkout.upsells.get.options({ params: { id: listed?.id ?? "" } }),
    enabled: listed !== undefined,
    staleTime: 0,
  });
  const problem = found.error ?? twin.error;
  if (problem) return <QueryError error={problem} onRetry={() => [found, twin].map((each) => each.refetch())} />;
  if (!found.isSuccess || (listed && !twin.isSuccess)) return <TextSkeleton lines={6} />;
  return <Review upsell={upsell} chain={found.data.chain} {...(twin.data && { twin: twin.data })} onClose={onClose} />;
}

type ReviewProps = OneProps & { chain: LiveChain; twin?: Upsell };

function Review({ upsell, chain, twin, onClose }: ReviewProps) {
  const t = useTranslations("upsells.promote");
  const go = useGo();
  const desk = useDesk();
  const { store, format, has } = desk;
  const leads = { ...leadingTo(desk, upsell.id), enabled: has("checkout", "upsells", "list", "leads_to") };
  const leading = useQuery(leads).data?.data ?? [];
  const words = useFieldWords();
  const statuses = useUpsellWords();
  const failureWords = useFailureWords();
  const queryClient = useQueryClient();
  const live = useLive();
  const missing = useMissingProducts([upsell]);
  const create = useMutation(live.checkout.upsells.create.mutation());
  const update = useMutation(live.checkout.upsells.update.mutation());
  const [how, setHow] = useState<"create" | "update">(twin ? "update" : "create");
  const [status, setStatus] = useState<"draft" | "same">("draft");
  const [failure, setFailure] = useState<string | null>(null);

  const there = twin && how === "update" ? toDraft(twin) : null;
  const draft = inLive(toDraft(upsell), chain.ids, there);
  // An existing live offer stays switched on or off as it is.
  const wanted = { ...draft, status: there ? there.status : status === "same" ? draft.status : "draft" };
  const changed = there ? changedFields(wanted, there) : wanted;
  const count = Object.keys(changed).length;
  const notes = [
    chain.absent.length > 0 && t("chainEnds", { offers: format.list(chain.absent) }),
    !there && leading.length > 0 && t("chainBefore"),
  ].filter((note) => note !== false);

  async function copy() {
    setFailure(null);
    try {
      if (there && twin) {
        const options = live.checkout.upsells.get.options({ params: { id: twin.id } });
        const now = await queryClient.fetchQuery({ ...options, staleTime: 0 });
        // The person agreed to exactly what is on the screen, so a live offer changed since then is not overwritten.
        if (!same(toDraft(now), there)) return setFailure(t("changed"));
        await missing.save();
        await update.mutateAsync({ params: { id: twin.id }, body: changed });
        return done(twin.id, "updated");
      }
      await missing.save();
      const made = await create.mutateAsync({ body: wanted });
      done(made.id, "created");
    } catch (cause) {
      setFailure(failureWords(cause, (reason) => t("failed", { reason })));
    }
  }

  function done(id: string, what: "created" | "updated") {
    onClose();
    toast.success(t(what, { name: draft.name }), {
      action: { label: t("open"), onAction: () => go(`/${store.id}/live/upsells/${encodeURIComponent(id)}`) },
    });
  }

  return (
    <div className="grid gap-4">
      {failure && <Banner tone="danger">{failure}</Banner>}
      {twin && (
        <RadioCards
          label={t("how")}
          value={how}
          onValueChange={setHow}
          options={[
            { value: "update", label: t("update"), description: t("updateHint", { name: twin.name ?? twin.id }) },
            { value: "create", label: t("create"), description: t("createHint") },
          ]}
        />
      )}
      {!there && draft.status !== "draft" && (
        <LiveStatus value={status} onValueChange={setStatus} same={statuses.status(draft.status).label} />
      )}
      <Diff before={there} after={wanted} words={words} />
      <MissingProducts names={missing.names} />
      {notes.length > 0 && <p className="text-sm text-pretty text-muted">{notes.join(" ")}</p>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto text-sm font-medium">
          {there ? t("willUpdate", { count }) : t("willCreate", { status: statuses.status(wanted.status).label })}{" "}
          {count > 0 && wanted.status === "active" && t("atOnce")}
        </p>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button
          variant="primary"
          pending={!missing.isRead || create.isPending || update.isPending}
          aria-disabled={count === 0 || undefined}
          onClick={() => count > 0 && copy()}
        >
          {t(there ? "updateAction" : "createAction")}
        </Button>
      </div>
    </div>
  );
}

type DiffProps = {
  before: UpsellDraft | null;
  after: UpsellDraft;
  words: ReturnType<typeof useFieldWords>;
};

function Diff({ before, after, words }: DiffProps) {
  const t = useTranslations("upsells.promote");
  type Field = keyof UpsellDraft;
  const valueIn = (draft: UpsellDraft, field: Field) => (
    <span className="wrap-anywhere">{words.value(field, draft[field])}</span>
  );
  const differs = (field: Field) => before !== null && !same(before[field], after[field]);
  const cellBefore = (field: Field) => {
    const value = before && valueIn(before, field);
    return differs(field) ? <del>{value}</del> : value;
  };
  const cellAfter = (field: Field) => {
    const value = valueIn(after, field);
    if (!differs(field)) return value;
    return <ins className="rounded-sm bg-accent-soft px-1 font-medium no-underline">{value}</ins>;
  };
  return (
    <div className="rounded-md border border-line">
      <RowsTable<Field>
        caption={t("after")}
        columns={[
          { id: "field", label: t("field"), cell: (field) => <span className="text-muted">{words.label(field)}</span> },
          { id: "before", label: t("before"), cell: before ? cellBefore : undefined },
          { id: "after", label: t("after"), cell: cellAfter },
        ]}
        rows={fieldsOf(after)}
        rowKey={(field) => field}
      />
    </div>
  );
}
