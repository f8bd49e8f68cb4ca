import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  // For `npm run standalone`, which the Dockerfile runs; elsewhere it would only take time and room.
  ...(process.env.CARTWRIGHT_STANDALONE && {
    output: "standalone" as const,
    outputFileTracingRoot: import.meta.dirname,
  }),
  poweredByHeader: false,
  experimental: {
    // A page is painted without asking for a style sheet first: half a second on a slow connection.
    inlineCss: true,
    // A page comes with 11 scripts instead of 19, which pack better; larger ones would bring pages what others need.
    turbopackChunking: { minChunkSize: 250_000, maxMergeChunkSize: 1_000_000 },
  },
  // `scripts/packed.ts` does.
  compress: false,
  reactStrictMode: true,
  devIndicators: false,
  images: { unoptimized: true },
  // The lock on types is `npm run types`, which every test run calls.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["nodemailer", "pg", "pg-boss", "pino"],
};

const withIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    messages: { path: "./lib/i18n/messages", format: "json", locales: ["en", "de", "ja"], precompile: true },
  },
});

export default withIntl(config);
