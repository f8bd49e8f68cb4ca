import { type Fields, Problem } from "./problem.ts";

export type Effect = { resource: string; id: string; action: string };
export type Resource =
  | "upsells"
  | "bundles"
  | "experiments"
  | "orders"
  | "webhooks"
  | "affiliates"
  | "attributed_orders"
  | "commissions"
  | "payouts"
  | "links";

/** The data of one store. It starts the same each time and counts every change made to it. */
export class Store {
  readonly effects: Effect[] = [];
  readonly tables = new Map<Resource, Map<string, Fields>>();
  settings: Fields = {
    upsells: { default_placement: "post_purchase", max_offers_per_checkout: 3 },
    checkout: {
      accent: "#224466",
      countdown: true,
      countries: ["DE", "AT"],
      timer_seconds: 90,
      banner: null,
      theme: { fonts: { body: "Inter" } },
    },
    locale: "de",
  };
  readonly byKey = new Map<string, Fields>();
  private lastId = 9000;

  table(resource: Resource): Map<string, Fields> {
    const found = this.tables.get(resource) ?? new Map<string, Fields>();
    this.tables.set(resource, found);
    return found;
  }

  /** Newest first. */
  list(resource: Resource): Fields[] {
    return [...this.table(resource).values()].reverse();
  }

  find(resource: Resource, id: string): Fields {
    const found = this.table(resource).get(id);
    if (!found) throw new Problem(404, `No ${resource.replace(/s$/, "")} with the id ${id}`);
    return found;
  }

  /** Adds a row without counting it as a change. */
  put(resource: Resource, row: Fields): void {
    this.table(resource).set(String(row.id), row);
  }

  create(resource: Resource, row: Fields): Fields {
    this.put(resource, row);
    this.acted(resource, row.id, "created");
    return row;
  }

  change(resource: Resource, id: string, fields: Fields, action = "changed"): Fields {
    const row = { ...this.find(resource, id), ...fields };
    this.put(resource, row);
    this.acted(resource, id, action);
    return row;
  }

  remove(resource: Resource, id: string): void {
    this.find(resource, id);
    this.table(resource).delete(id);
    this.acted(resource, id, "deleted");
  }

  acted(resource: string, id: unknown, action: string): void {
    this.effects.push({ resource, id: String(id), action });
  }

  count(wanted: Partial<Effect> = {}): number {
    const names = Object.keys(wanted) as (keyof Effect)[];
    return this.effects.filter((effect) => names.every((name) => effect[name] === wanted[name])).length;
  }

  nextId(): number {
    return ++this.lastId;
  }
}
