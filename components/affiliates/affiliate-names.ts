export function affiliateLookUp(ids: readonly (string | null | undefined)[]) {
  const wanted = [...new Set(ids)].filter((id): id is string => typeof id === "string" && id.trim() !== "");
  return { body: { ids: wanted.sort().slice(0, 500) } };
}
