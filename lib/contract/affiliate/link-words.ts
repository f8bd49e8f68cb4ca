export const linkStatuses = ["active", "disabled"] as const;
export const linkSorts = ["created_at", "name", "code", "clicks", "orders", "revenue", "status"] as const;

export const knownLinkFields = [
  ...(["id", "affiliate_id", "name", "code", "destination_url", "url", "coupon_code"] as const),
  ...(["utm_source", "utm_medium", "utm_campaign", "status", "clicks", "orders", "revenue", "currency"] as const),
  ...(["created_at"] as const),
] as const;
