import { Copy, Ellipsis, Plus, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, Spinner } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { IntentLink } from "@/components/ui/intent-link";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Popover } from "@/components/ui/popover";
import { Segmented } from "@/components/ui/radio-group";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { focused, Group, Specimen } from "./specimen";

const variants = ["primary", "secondary", "ghost", "danger", "link"] as const;
const letters = ["one", "two", "three"] as const;

export function Actions() {
  const [asList, setAsList] = useState(true);
  const [chosen, setChosen] = useState<(typeof letters)[number]>("two");
  return (
    <Group name="actions" title="Actions">
      <Specimen of="button">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button icon={<Plus />}>With an icon</Button>
        <Button size="sm">Small</Button>
        <Button ref={focused}>Focus</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button variant="primary" pending>
          Pending
        </Button>
        <Button>As long as the label of a button gets</Button>
      </Specimen>
      <Specimen of="icon-button tooltip-layer">
        <IconButton label="Delete" icon={<Trash2 />} />
        <IconButton label="Delete, small" size="sm" icon={<Trash2 />} />
        <IconButton label="Delete, focus" icon={<Trash2 />} ref={focused} />
        <IconButton label="Delete, disabled" icon={<Trash2 />} disabled />
      </Specimen>
      <Specimen of="copy-button">
        <CopyButton text="ups_demo001" label="the ID" />
        <CopyButton text="ups_demo001" label="the address" wide />
      </Specimen>
      <Specimen of="intent-link">
        <IntentLink href="/components" className="text-ink underline underline-offset-3">
          A link in text
        </IntentLink>
        <IntentLink href="/components" className={buttonClass({ variant: "primary" })}>
          A link as a button
        </IntentLink>
      </Specimen>
      <Specimen of="menu">
        <Menu
          label="Actions of an offer"
          trigger={(props) => <IconButton {...props} label="Open the menu" icon={<Ellipsis />} />}
        >
          <MenuItem icon={<Copy />} aside={<Kbd keys="d" />}>
            Duplicate
          </MenuItem>
          <MenuItem icon={<Tags />} disabled>
            Disabled
          </MenuItem>
          <MenuGroup label="View">
            <MenuChoice checked={asList} onCheckedChange={setAsList}>
              As a list
            </MenuChoice>
          </MenuGroup>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger">
            Delete
          </MenuItem>
        </Menu>
      </Specimen>
      <Specimen of="popover">
        <Popover label="A popover" trigger={(props) => <Button {...props}>Open the popover</Button>}>
          <p className="text-sm">What belongs to the button, beside it.</p>
        </Popover>
      </Specimen>
      <Specimen of="kbd">
        <Kbd keys="mod+k" />
        <Kbd keys="g u" />
        <Kbd keys="shift+x" />
        <Spinner />
      </Specimen>
      <Specimen of="theme-toggle">
        <ThemeToggle />
        <Segmented
          label="Choices in one line"
          value={chosen}
          onValueChange={setChosen}
          options={letters.map((value) => ({ value, label: value, disabled: value === "three" }))}
        />
      </Specimen>
    </Group>
  );
}
