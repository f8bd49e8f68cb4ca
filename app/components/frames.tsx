import { Tags } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CommandPalette } from "@/components/ui/command-palette";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ShortcutsHelp } from "@/components/ui/shortcuts-help";
import { TabLinks, Tabs } from "@/components/ui/tabs";
import { Wordmark } from "@/components/ui/wordmark";
import { Group, Specimen } from "./specimen";

const nothing = () => undefined;
const lists = {
  title: "In lists",
  items: [
    { keys: ["j", "arrowdown"], label: "Next row" },
    { keys: ["shift+x"], label: "Select all rows up to this one" },
  ],
};
const opened = ["dialog", "sheet", "confirm", "palette", "shortcuts"] as const;

export function Frames() {
  const [tab, setTab] = useState("orders");
  return (
    <Group name="frames" title="Frames">
      <Specimen of="app-frame wordmark" wide>
        <Wordmark className="h-7 w-auto" />
        <p className="text-sm text-muted">
          The frame is the one around this page; below 1024 px its navigation opens by a button.
        </p>
      </Specimen>
      <Specimen of="page-header" wide>
        <Panel level={3}>
          <PageHeader
            title="Care kit"
            crumbs={[{ href: "/components", label: "Upsells" }]}
            meta={<Badge tone="success">Active</Badge>}
            description="What a page is about, in a sentence."
            actions={
              <>
                <Button>Duplicate</Button>
                <Button variant="primary">New offer</Button>
              </>
            }
          />
        </Panel>
      </Specimen>
      <Specimen of="panel" wide>
        <Panel
          level={3}
          title="A panel"
          description="What is in it."
          actions={<Button size="sm">Edit</Button>}
          footer={<span className="text-sm text-muted">What is below it.</span>}
        >
          Something that belongs together.
        </Panel>
      </Specimen>
      <Specimen of="tabs" wide>
        <TabLinks
          label="Parts with addresses"
          items={[
            { href: "/components", label: "Endpoints", active: true },
            { href: "/components#events", label: "Events", badge: <Badge>12</Badge> },
          ]}
        />
        <Tabs
          label="Parts of a page"
          value={tab}
          onValueChange={setTab}
          items={["orders", "commissions", "payouts"].map((id) => ({
            id,
            label: id,
            content: `What is told of ${id}.`,
          }))}
        />
      </Specimen>
      <Specimen of="disclosure" wide>
        <Disclosure summary="Closed">What is seldom wanted.</Disclosure>
      </Specimen>
      <Specimen of="dialog confirm-dialog command-palette shortcuts-help">
        <Opened />
      </Specimen>
    </Group>
  );
}

function Opened() {
  const [open, setOpen] = useState<(typeof opened)[number] | null>(null);
  const way = (name: (typeof opened)[number]) => ({
    open: open === name,
    onOpenChange: (yes: boolean) => setOpen(yes ? name : null),
  });
  return (
    <>
      {opened.map((name) => (
        <Button key={name} onClick={() => setOpen(name)}>
          {`Open the ${name}`}
        </Button>
      ))}
      <Dialog
        {...way("dialog")}
        title="Change the plan"
        description="What it is about, in a sentence."
        footer={<Button variant="primary">Save plan</Button>}
      >
        Something to fill in.
      </Dialog>
      <Dialog {...way("sheet")} shape="end" title="Fourteen records">
        What would not fit beside the rest.
      </Dialog>
      <ConfirmDialog
        {...way("confirm")}
        title="Delete “Care kit”?"
        description="You can undo this for a few seconds."
        confirmLabel="Delete offer"
        confirmWord="Care kit"
        onConfirm={nothing}
      />
      <CommandPalette
        {...way("palette")}
        label="Search and commands"
        placeholder="Search and commands"
        groups={[
          {
            heading: "Pages",
            items: [{ id: "upsells", label: "Upsells", icon: <Tags aria-hidden />, onSelect: nothing }],
          },
          { heading: "Actions", items: [{ id: "new", label: "New offer", onSelect: nothing }] },
        ]}
      />
      <ShortcutsHelp {...way("shortcuts")} groups={[lists]} />
    </>
  );
}
