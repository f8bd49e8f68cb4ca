import "server-only";

/** What the rooms above give to a room below, which does not import them. `registrations.ts` does so in every process. */
export function registry<T>(what: string) {
  let registered: T | undefined;
  return {
    register(value: T): void {
      registered = value;
    },
    registered(): T {
      if (registered === undefined) throw new Error(`There are no ${what}: registrations.ts has not been imported.`);
      return registered;
    },
  };
}
