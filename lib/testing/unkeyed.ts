/** An error without the key and the values by which it is translated, so that tests compare exactly what it says. */
export function unkeyed(said: unknown): unknown {
  if (Array.isArray(said)) return said.map(unkeyed);
  if (typeof said !== "object" || said === null) return said;
  const isSentence = "message" in said;
  const rest = Object.entries(said).filter(
    ([name]) => !(isSentence && ["key", "values", "message_key"].includes(name)),
  );
  return Object.fromEntries(rest.map(([name, value]) => [name, unkeyed(value)]));
}
