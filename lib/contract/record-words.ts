/** Records with a list, a form, CSV files and changes of many at once: what each change sends, or null if it deletes. */
export const records = {
  upsells: {
    api: "checkout",
    changes: { enable: { status: "active" }, disable: { status: "inactive" }, delete: null },
  },
  bundles: { api: "checkout", changes: { activate: { status: "active" }, archive: { status: "archived" } } },
  affiliates: { api: "affiliate", changes: {} },
  links: { api: "affiliate", changes: {} },
} as const;

export type RecordName = keyof typeof records;
/** The kinds of background jobs that make these changes, such as `archive_bundles`. */
export type ChangeKind = { [R in RecordName]: `${keyof (typeof records)[R]["changes"] & string}_${R}` }[RecordName];

export const recordNames = Object.keys(records) as RecordName[];
export const isRecordName = (resource: string): resource is RecordName => Object.hasOwn(records, resource);
export const recordsOf = (api: string): RecordName[] => recordNames.filter((name) => records[name].api === api);

export const changesOfMany = recordNames.flatMap((resource) =>
  Object.entries(records[resource].changes).map(([name, body]: [string, { status: string } | null]) => ({
    kind: `${name}_${resource}` as ChangeKind,
    api: records[resource].api,
    resource,
    body,
  })),
);
