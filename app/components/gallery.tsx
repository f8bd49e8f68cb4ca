"use client";

import { Tags } from "lucide-react";
import { useEffect, useState } from "react";
import { AppFrame } from "@/components/ui/app-frame";
import { Kbd } from "@/components/ui/kbd";
import { PageHeader } from "@/components/ui/page-header";
import { Toaster } from "@/components/ui/toaster";
import { Wordmark } from "@/components/ui/wordmark";
import { Actions } from "./actions";
import { Data } from "./data";
import { Feedback } from "./feedback";
import { Forms } from "./forms";
import { Frames } from "./frames";
import { RightToLeft } from "./right-to-left";
import { Tables } from "./tables";

const sections = [
  { label: "Design system", items: [{ href: "/components", label: "Components", icon: <Tags aria-hidden /> }] },
];

/** The page itself shows the frame that surrounds every screen. */
export function Gallery() {
  // Screenshots and tests wait for the attribute that is set once the page is hydrated.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <AppFrame
      brand={<Wordmark className="h-7 w-auto" />}
      sections={sections}
      topbarEnd={<Kbd keys="mod+k" />}
      mode={{ id: "sandbox", label: "Sandbox", detail: "Test data only. Nothing here reaches a customer." }}
    >
      <div data-ready={ready} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PageHeader
          title="Components"
          crumbs={[{ href: "/", label: "Cartwright" }]}
          description="Each component in each of its states. The pictures in the documentation are of this page."
        />
        <Actions />
        <Forms />
        <Feedback />
        <Data />
        <Tables />
        <Frames />
        <RightToLeft />
      </div>
      <Toaster />
    </AppFrame>
  );
}
