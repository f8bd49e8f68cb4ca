"use client";

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
  return (
    changed && (
      <Banner tone="info" onDismiss={() => setChanged(false)}>
        {text}
      </Banner>
    )
  );
}
