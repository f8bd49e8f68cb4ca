export const ledgerFigures = ["approved", "clawed_back", "paid", "unpaid"] as const;
export type FigureName = (typeof ledgerFigures)[number];
export type Opened = { currency: string; figure: FigureName };
