import type { ID } from "@vendure/core";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** Products of one variant at one price. The price is that of one unit, in the shop's minor units. */
export type Piece = { variantId: ID; quantity: number; price: number };

/** A ticket that was verified, and the order that may use it: the first one to name it. */
@Entity("cartwright_ticket")
export class AcceptedTicket {
  constructor(input?: Partial<AcceptedTicket>) {
    Object.assign(this, input);
  }

  @PrimaryColumn({ type: "varchar" })
  id!: string;

  @Column({ type: "varchar" })
  orderId!: string;

  @Column({ type: "simple-json" })
  pieces!: Piece[];

  /** As text, because databases differ in how they keep times. */
  @Column({ type: "varchar" })
  expiresAt!: string;
}
