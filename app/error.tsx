"use client";

import type { ComponentProps } from "react";
import { PageError } from "@/components/page-error";

export default function RootError(props: ComponentProps<typeof PageError>) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <PageError {...props} />
    </main>
  );
}
