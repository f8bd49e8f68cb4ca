import { FunnelChart } from "@/components/charts/funnel-chart";
import { HeatMap } from "@/components/charts/heat-map";
import { LineChart } from "@/components/charts/line-chart";
import { Rest } from "@/components/ui/after-first-paint";
import { DescriptionList } from "@/components/ui/description-list";
import { Sparkline } from "@/components/ui/sparkline";
import { Group, long, Specimen } from "./specimen";

const revenue = [320, 410, 380, 460, 520, 490, 610, 580, 640, 700, 660, 720, 690, 750];
const before = [300, 340, null, null, 420, 400, 450, 470, 460, 500, 520, 510, 540, 530];
const day = (at: number) => `${at + 1} November`;
const short = (at: number) => String(at + 1);
const lift = [0.9, 0.4, 0.25, 0.31, 0.28, null, null, 0.3, 0.26, 0.24, 0.27, 0.25, 0.26, 0.25];
const around = (by: (at: number) => number) => lift.map((value, at) => (value === null ? null : value + by(at)));
const narrowing = (at: number) => 1.2 / Math.sqrt(at + 1);
const steps = [12_400, 5_208, 730, 702].map((value, at) => ({
  id: `${at}`,
  value,
  label: ["Visits", "Offers shown", "Offers accepted", "Orders with offers"][at] ?? "",
  figure: ["12,400", "5,208", "730", "702"][at] ?? "",
  since: ["0.42 offers per visit", "4,478 lost (86%)", "1.04 offers per order", null][at] ?? null,
  loses: at === 1,
}));
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const clicks = weekdays.flatMap((_, row) =>
  Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 0 : Math.round((60 - row * 4) * Math.sin((hour - 5) / 6) ** 2))),
);
const percent = (value: number) => `${Math.round(value * 100)}%`;
const euros = (value: number) => `€${value}`;
const days = { label: day, shortLabel: short, show: euros, tick: euros };
const week = { rows: weekdays, columns: Array.from({ length: 24 }, (_, hour) => `${hour}:00`), show: String };

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
      <Specimen of="line-chart chart-frame legend line-drawing key-point readout when-near after-first-paint" wide>
        <LineChart
          title="Revenue by day"
          description={() => "14 days: from €320 to €750, €750 at the end."}
          {...days}
          series={[
            { id: "now", label: "This period", values: revenue },
            { id: "before", label: "The days before", values: before },
          ]}
          marks={[{ at: 6, sign: "1", text: "Newsletter" }]}
        />
        <LineChart
          title="Revenue by source"
          description={() => "Three sources, stacked."}
          {...days}
          stacked
          series={[
            { id: "offers", label: "Offers", values: before },
            { id: "bundles", label: "Bundles", values: before.toReversed() },
            { id: "other", label: "Everything else", values: revenue },
          ]}
        />
        <LineChart
          title="Lift over time"
          description={() => "A lift whose first interval lies beyond the axis."}
          {...days}
          reach={[-0.5, 1]}
          places={lift.map((_, at) => at ** 1.3)}
          series={[{ id: "lift", label: "Lift", values: lift }]}
          areas={[
            {
              id: "same",
              label: "No difference",
              color: "var(--color-muted)",
              from: lift.map((_, at) => -narrowing(at)),
              to: lift.map((_, at) => narrowing(at)),
            },
            {
              id: "interval",
              label: "Interval",
              color: "var(--color-series-1)",
              outlined: true,
              from: around((at) => -narrowing(at)),
              to: around(narrowing),
            },
          ]}
          show={percent}
          tick={percent}
        />
        <Rest>
          <p className="text-sm text-muted">What stands below a chart comes once the chart is drawn.</p>
        </Rest>
      </Specimen>
      <Specimen of="funnel-chart funnel-drawing" wide>
        <FunnelChart
          title="From visit to order"
          description={() => "702 of 12,400 visits."}
          words={(at) => steps[at]?.label ?? ""}
          steps={steps}
        />
        <FunnelChart
          title="A funnel that widens, and loses all"
          description={() => long}
          words={(at) => String(at)}
          steps={[0, 300, 120, 0].map((value, at) => ({
            id: `${at}`,
            value,
            label: at === 1 ? long : `Step ${at}`,
            figure: `${value}`,
            since: "as many",
            loses: at > 0,
          }))}
        />
      </Specimen>
      <Specimen of="heat-map" wide>
        <HeatMap
          title="Clicks by hour and weekday"
          description={() => "Most on Monday afternoon."}
          words={(at) => `${weekdays[Math.floor(at / 24)]}, ${at % 24}:00: ${clicks[at]}`}
          {...week}
          values={clicks}
        />
        <HeatMap
          title="Few clicks"
          description={() => "Three clicks."}
          words={String}
          {...week}
          values={clicks.map((_, at) => (at % 50 === 9 ? 1 : 0))}
        />
      </Specimen>
    </Group>
  );
}
