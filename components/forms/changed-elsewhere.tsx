"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { type ChangeEvent, changeEvent } from "@/lib/api/live/state";
import type { LiveChange } from "@/lib/contract/desk/live";

type Props = {
  api: LiveChange["api"];
  resource: string;
  record?: string;
  text: string;
};

export function ChangedElsewhere({ api, resource, record, text }: Props) {
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    const look = ({ detail }: ChangeEvent) => {
      if (detail.refused || detail.api !== api || detail.resource !== resource) return;
      if (record === undefined || detail.record === record) setChanged(true);
    };
    window.addEventListener(changeEvent, look as EventListener);
    return () => window.removeEventListener(changeEvent, look as EventListener);
  }, [api, resource, record]);
  const client = useQueryClient();
  useEffect(
    () =>
      // What somebody saves contains what the others have saved.
      client.getMutationCache().subscribe(({ mutation, ...event }) => {
        const [, , savedApi, saved] = (mutation?.meta?.invalidates ?? []) as string[];
        const isSaved = event.type === "updated" && event.action.type === "success";
        if (isSaved && savedApi === api && saved === resource) setChanged(false);
      }),
    [client, api, resource],
  );
  return (
    changed && (
      <Banner tone="info" onDismiss={() => setChanged(false)}>
        {text}
      </Banner>
    )
  );
}
