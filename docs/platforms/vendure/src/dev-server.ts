import {
  bootstrap,
  ChannelService,
  CurrencyCode,
  DefaultJobQueuePlugin,
  DefaultLogger,
  dummyPaymentHandler,
  JobQueueService,
  LanguageCode,
  LogLevel,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
} from "@vendure/core";
import { CartwrightPlugin } from "./plugin.js";

// A small shop to try the plug-in with. The products of an empty database are those in SHELF, as [{ title, price }] in cents.

const { CARTWRIGHT_URL = "", CARTWRIGHT_STORE = "", CARTWRIGHT_KEY = "", DATABASE_URL, PORT, SHELF } = process.env;

const app = await bootstrap({
  apiOptions: { port: Number(PORT) || 3000, hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: { tokenMethod: "bearer", superadminCredentials: { identifier: "superadmin", password: "superadmin" } },
  dbConnectionOptions: { type: "postgres", url: DATABASE_URL, synchronize: true },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Info, timestamp: false }),
  plugins: [
    DefaultJobQueuePlugin.init({}),
    CartwrightPlugin.init({ url: CARTWRIGHT_URL, store: CARTWRIGHT_STORE, key: CARTWRIGHT_KEY }),
  ],
});

const context = () => app.get(RequestContextService).create({ apiType: "admin" });
const languageCode = LanguageCode.en;

async function fill(shelf: { title: string; price: number }[]): Promise<void> {
  const products = app.get(ProductService);
  if ((await products.findAll(await context())).totalItems > 0) return;
  await app.get(Populator).populateInitialData({
    defaultLanguage: languageCode,
    defaultZone: "Europe",
    countries: [{ name: "Germany", code: "DE", zone: "Europe" }],
    taxRates: [{ name: "Standard", percentage: 20 }],
    shippingMethods: [{ name: "Post", price: 0 }],
    paymentMethods: [
      {
        name: "Test card",
        handler: { code: dummyPaymentHandler.code, arguments: [{ name: "automaticSettle", value: "true" }] },
      },
    ],
    collections: [],
  });
  const before = await context();
  await app.get(ChannelService).update(before, {
    id: String(before.channelId),
    pricesIncludeTax: true,
    availableCurrencyCodes: [CurrencyCode.EUR],
    defaultCurrencyCode: CurrencyCode.EUR,
  });
  const ctx = await context();
  for (const { title: name, price } of shelf) {
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const { id } = await products.create(ctx, { translations: [{ languageCode, name, slug, description: "" }] });
    const variant = {
      productId: String(id),
      sku: slug,
      price,
      stockOnHand: 1_000,
      translations: [{ languageCode, name }],
    };
    await app.get(ProductVariantService).create(ctx, [variant]);
  }
}

await fill(JSON.parse(SHELF ?? "[]"));
await app.get(JobQueueService).start();
console.log("The shop is open.");
