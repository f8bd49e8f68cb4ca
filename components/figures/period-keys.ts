export const periodKeys = [
  ["t", "today"],
  ["7", "7d"],
  ["2", "28d"],
  ["3", "30d"],
  ["9", "90d"],
  ["0", "365d"],
  ["m", "month"],
  ["q", "quarter"],
  ["y", "year"],
  ["c", "custom"],
] as const;
