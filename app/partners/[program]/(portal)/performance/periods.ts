export const lengths = ["7", "30", "90", "365"] as const;
export type Length = (typeof lengths)[number];

export const lengthOf = (wanted: unknown): Length => lengths.find((length) => length === wanted) ?? "30";
