import { LineChart } from "@/components/charts/line-chart";
import { DescriptionList } from "@/components/ui/description-list";
import { Rest } from "@/components/ui/rest";
import { Sparkline } from "@/components/ui/sparkline";
import { Group, long, Specimen } from "./specimen";

const revenue = [320, 410, 380, 460, 520, 490, 610, 580, 640, 700, 660, 720, 690, 750];
const before = [300, 340, null, null, 420, 400, 450, 470, 460, 500, 520, 510, 540, 530];
const day = (at: number) => `${at + 1} November`;
const short = (at: number) => String(at + 1);
const euros = (value: number) => `€${value}`;

export function Data() {
  return (
    <Group name="data" title="Figures">
      <Specimen of="description-list" wide>
        <DescriptionList
          items={[
            { term: "ID", detail: "ups_demo001" },
            { term: "Created", detail: "Nov 22, 2026, 7:36 PM" },
            { term: "Long", detail: long },
          ]}
        />
        <DescriptionList
          wide
          items={["Clicks", "Orders", "Revenue"].map((term, at) => ({ term, detail: String(at * 12) }))}
        />
      </Specimen>
      <Specimen of="sparkline" wide>
        <Sparkline values={revenue} label="Revenue by day: from 320 to 750" />
        <Sparkline values={before} label="The same with days that are not known" />
        <Sparkline values={[]} label="Nothing is known yet" />
      </Specimen>
      <Specimen of="line-chart chart-frame line-drawing rest" wide>
        <LineChart
          title="Revenue by day"
          description="14 days: from €320 to €750, €750 at the end."
          label={day}
          shortLabel={short}
          series={[
            { id: "now", label: "This period", values: revenue },
            { id: "before", label: "The days before", values: before },
          ]}
          show={euros}
          tick={euros}
          marks={[{ at: 6, sign: "1", text: "Newsletter" }]}
        />
        <Rest>
          <p className="text-sm text-muted">What stands below a chart comes once the chart is drawn.</p>
        </Rest>
      </Specimen>
    </Group>
  );
}
