"use client";

import { ChevronDown, ListFilter, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Menu, MenuItem } from "./menu";
import { Popover } from "./popover";
import { SearchInput, type SearchInputProps } from "./search-input";

export type Filter = {
  id: string;
  label: string;
  summary: string | null;
  onClear: () => void;
  editor: (close: () => void) => ReactNode;
};

export type FilterBarProps = {
  search?: SearchInputProps;
  /** A filter that the service does not apply can be false. */
  filters?: readonly (Filter | false)[];
  onClearAll?: () => void;
  views?: ReactNode;
  actions?: ReactNode;
};

export function FilterBar({ search, filters = [], onClearAll, views, actions }: FilterBarProps) {
  const t = useTranslations("ui.filters");
  const [adding, setAdding] = useState<string | null>(null);
  const offered = filters.filter((filter) => filter !== false);
  const shown = offered.filter((filter) => filter.summary !== null || filter.id === adding);
  const addable = offered.filter((filter) => !shown.includes(filter));

  return (
    <div className="flex flex-wrap items-center gap-2">
      {views}
      {search && <SearchInput {...search} className="w-full max-sm:order-first sm:w-72" />}
      {shown.map((filter) => (
        <Chip key={filter.id} filter={filter} isNew={filter.id === adding} onClose={() => setAdding(null)} />
      ))}
      {addable.length > 0 && (
        <Menu
          label={t("add")}
          trigger={(props) => (
            <Button {...props} size="sm" variant="ghost" icon={<ListFilter />}>
              {t("add")}
            </Button>
          )}
        >
          {addable.map((filter) => (
            <MenuItem key={filter.id} onSelect={() => setAdding(filter.id)}>
              {filter.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {onClearAll && shown.length > 1 && (
        <Button size="sm" variant="ghost" onClick={onClearAll}>
          {t("clearAll")}
        </Button>
      )}
      {actions && <div className="ms-auto flex items-center gap-2">{actions}</div>}
    </div>
  );
}

function Chip({ filter, isNew, onClose }: { filter: Filter; isNew: boolean; onClose: () => void }) {
  const t = useTranslations("ui.filters");
  return (
    <span className="inline-flex h-7 max-w-full items-stretch rounded-md border border-accent/45 bg-accent-soft text-sm text-ink pointer-coarse:h-11">
      <Popover
        label={filter.label}
        defaultOpen={isNew}
        onClose={onClose}
        className="w-64"
        trigger={(props) => (
          <button
            {...props}
            type="button"
            className="inline-flex min-w-0 items-center gap-1 rounded-s-md ps-2.5 pe-1.5 hover:bg-hover"
          >
            <span className="text-muted">{filter.label}</span>
            <span className="truncate font-medium">{filter.summary ?? "…"}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        )}
      >
        {filter.editor}
      </Popover>
      <button
        type="button"
        aria-label={t("remove", { filter: filter.label })}
        data-tip={t("remove", { filter: filter.label })}
        className="grid w-7 place-items-center rounded-e-md pointer-coarse:w-10 border-s border-accent/25 text-muted hover:bg-hover hover:text-ink"
        onClick={filter.onClear}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
