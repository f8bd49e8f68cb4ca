import { Plus } from "lucide-react";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input, NumberInput } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { RowsTable } from "@/components/ui/rows-table";
import { Select } from "@/components/ui/select";
import { Group } from "./specimen";

export function RightToLeft() {
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
