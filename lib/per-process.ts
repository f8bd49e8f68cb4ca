/** One value for the whole process, because the bundled app and the entry that serves it each have a copy of a module. */
export function perProcess<T>(name: string, make: () => T): T {
  const scope = globalThis as { [key: symbol]: unknown };
  const key = Symbol.for(`cartwright.${name}`);
  scope[key] ??= make();
  return scope[key] as T;
}
