/** The query for the names of affiliates, the same on the server and in the browser. */
export function affiliateLookUp(ids: readonly (string | null | undefined)[]) {
  const wanted = [...new Set(ids)].filter((id): id is string => typeof id === "string" && id.trim() !== "");
  return { body: { ids: wanted.sort().slice(0, 500) } };
}
