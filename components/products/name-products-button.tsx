"use client";

import { Tags } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";

const NameProducts = lazyPart(() => import("./name-products"));

export function NameProductsButton({ ids, ...button }: ButtonProps & { ids: readonly string[] }) {
  const { can } = useDesk();
  const [naming, setNaming] = useState<readonly string[] | null>(null);
  if (!can("desk", "remembered", "put")) return null;
  return (
    <>
      <Button {...button} size="sm" icon={<Tags aria-hidden />} onClick={() => setNaming(ids)} />
      {naming && <NameProducts ids={naming} onClose={() => setNaming(null)} />}
    </>
  );
}
