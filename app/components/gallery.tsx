"use client";

import { Plus, Tags } from "lucide-react";
import { useEffect, useState } from "react";
import { AppFrame } from "@/components/ui/app-frame";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input, NumberInput } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Meter } from "@/components/ui/meter";
import { PageHeader } from "@/components/ui/page-header";
import { RowsTable } from "@/components/ui/rows-table";
import { Select } from "@/components/ui/select";
import { Toaster } from "@/components/ui/toaster";
import { Wordmark } from "@/components/ui/wordmark";
import { Actions } from "./actions";
import { Data } from "./data";
import { Feedback } from "./feedback";
import { Forms } from "./forms";
import { Frames } from "./frames";
import { Group } from "./specimen";
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

function RightToLeft() {
  return (
    <Group name="mirrored" title="Right to left">
      <section data-specimen="mirrored" aria-label="mirrored" dir="rtl">
        <div data-states className="grid min-w-0 gap-4">
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="primary" icon={<Plus />}>
              עסקה חדשה
            </Button>
            <Button>ביטול</Button>
            <Status tone="success">פעיל</Status>
          </div>
          <Banner tone="warning" live={false} title="הממשק מגביל בקשות">
            ממשיכים בעוד 12 שניות.
          </Banner>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="שם" error="שדה חובה.">
              <Input defaultValue="ערכת טיפוח" />
            </Field>
            <Field label="הנחה">
              <NumberInput defaultValue="15" suffix="%" />
            </Field>
            <Field label="סטטוס">
              <Select options={[{ value: "active", label: "פעיל" }]} />
            </Field>
            <Checkbox label="לשתף עם כולם" defaultChecked />
          </div>
          <Meter label="קריאות בדקה" value={84} max={120} text="84 / 120" tone="success" />
          <RowsTable
            caption="הכנסות לפי הצעה"
            columns={[
              { id: "name", label: "הצעה", cell: (name) => name },
              { id: "revenue", label: "הכנסה", align: "end", cell: () => "€1,240.00" },
            ]}
            rows={["קומקום", "ספל"]}
            rowKey={(name) => name}
          />
        </div>
      </section>
    </Group>
  );
}
