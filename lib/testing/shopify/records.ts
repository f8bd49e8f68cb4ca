export type Variant = { id: number; price: string; compareAt?: string; title?: string; stock?: number };
export type Product = { id: number; title: string; variants: Variant[]; status?: string; updatedAt?: string };
export type Line = {
  id: number;
  product: number;
  variant: number;
  price: string;
  quantity: number;
  off: Map<string, number>;
};
export type Order = {
  id: number;
  createdAt: string;
  updatedAt: string;
  codes: string[];
  lines: Line[];
  refunded?: string;
};
export type Subscription = { id: string; topic: string; uri: string; format: string };

export const cents = (price: string): number => Math.round(Number(price) * 100);
