import { Args, Mutation, Resolver } from "@nestjs/graphql";
import { Allow, Ctx, type Order, Permission, RequestContext, Transaction } from "@vendure/core";
import { Tickets } from "./tickets.js";

@Resolver()
export class OfferResolver {
  constructor(private readonly tickets: Tickets) {}

  @Transaction()
  @Mutation()
  @Allow(Permission.UpdateOrder, Permission.Owner)
  acceptOffer(@Ctx() ctx: RequestContext, @Args() { ticket }: { ticket: string }): Promise<Order> {
    return this.tickets.accept(ctx, ticket);
  }
}
