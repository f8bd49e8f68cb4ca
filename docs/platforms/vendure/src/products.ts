import { Inject, Injectable } from "@nestjs/common";
import {
  CollectionService,
  ConfigService,
  type ID,
  Logger,
  Product,
  ProductVariantService,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
} from "@vendure/core";
import { In } from "typeorm";
import { Amounts } from "./amounts.js";
import { type CartwrightOptions, optionsToken } from "./options.js";

const batch = 100;

/** Saves products in Cartwright as they now are. Those that were deleted or switched off are not offered any more. */
@Injectable()
export class Products {
  private readonly amounts: Amounts;

  constructor(
    @Inject(optionsToken) private readonly options: CartwrightOptions,
    config: ConfigService,
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly variants: ProductVariantService,
    private readonly collections: CollectionService,
  ) {
    this.amounts = new Amounts(config);
  }

  async save(ids: ID[] | "all"): Promise<void> {
    const ctx = await this.contexts.create({ apiType: "admin" });
    for (let skip = 0; ; skip += batch) {
      const products = await this.connection.getRepository(ctx, Product).find({
        where: ids === "all" ? {} : { id: In(ids) },
        relations: { translations: true, featuredAsset: true },
        order: { id: "ASC" },
        skip,
        take: batch,
      });
      if (products.length > 0)
        await this.send(await Promise.all(products.map((product) => this.draftOf(ctx, product))));
      if (products.length < batch) return;
    }
  }

  private async draftOf(ctx: RequestContext, product: Product) {
    const { id, translations, deletedAt, enabled } = product;
    const texts = translations.find(({ languageCode }) => languageCode === ctx.languageCode) ?? translations[0];
    const { items } = deletedAt ? { items: [] } : await this.variants.getVariantsByProductId(ctx, id);
    const collections = deletedAt ? [] : await this.collections.getCollectionsByProductId(ctx, id, true);
    const sold = items.filter((variant) => variant.enabled).sort((a, b) => (a.id < b.id ? -1 : 1));
    const variants = sold.map((variant) => ({
      id: this.amounts.encode(variant.id),
      title: variant.name,
      price: this.amounts.major(variant.listPrice),
    }));
    return {
      id: this.amounts.encode(id),
      title: texts?.name || String(id),
      // That of the first variant, which a ticket for the product names.
      price: variants[0]?.price ?? null,
      tax_included: sold[0]?.listPriceIncludesTax ?? null,
      handle: texts?.slug || null,
      url: this.options.productUrl?.(product) ?? null,
      image_url: this.options.pictureUrl?.(product) ?? null,
      status: deletedAt ? "archived" : enabled && variants.length > 0 ? "active" : "draft",
      // As many as Cartwright takes.
      categories: collections
        .map(({ name }) => name.trim().slice(0, 60))
        .filter(Boolean)
        .slice(0, 20),
      variants,
      source: "vendure",
    };
  }

  private async send(products: object[]): Promise<void> {
    const { url, key } = this.options;
    const response = await fetch(`${url.replace(/\/+$/, "")}/services/checkout/v1/products`, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ products }),
      signal: AbortSignal.timeout(30_000),
    });
    const body = await response.json().catch(() => null);
    if (!response.ok || !body) throw new Error(body?.error?.message ?? `Cartwright answered ${response.status}.`);
    for (const { id, status, errors = [] } of body.data) {
      const why = errors.map((error: { field: string; message: string }) => `${error.field}: ${error.message}`);
      if (status === "rejected") Logger.warn(`The product ${id} was rejected. ${why.join(" ")}`, "cartwright");
    }
  }
}
