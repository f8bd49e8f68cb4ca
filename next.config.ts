import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  // Only `npm run standalone`, which the Dockerfile runs, needs this output. Elsewhere it would cost time and space.
  ...(process.env.CARTWRIGHT_STANDALONE && {
    output: "standalone" as const,
    outputFileTracingRoot: import.meta.dirname,
  }),
  // Two builds of the same sources have the same name.
  generateBuildId: () => process.env.CARTWRIGHT_BUILD_ID ?? null,
  poweredByHeader: false,
  experimental: {
    turbopackFileSystemCacheForBuild: Boolean(process.env.CARTWRIGHT_BUILD_CACHE),
    // Nobody reads the server's source maps, which take 100 MB.
    turbopackSourceMaps: false,
    // A page loads 11 scripts instead of 19, which compress better. Larger chunks would load code of other pages too.
    turbopackChunking: { minChunkSize: 250_000, maxMergeChunkSize: 1_000_000 },
  },
  // `lib/runtime/compressed.ts` compresses responses.
  compress: false,
  reactStrictMode: true,
  devIndicators: false,
  images: { unoptimized: true },
  // `npm run types` checks the types, and every test run calls it.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["nodemailer", "pg", "pino"],
};

const withIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    messages: { path: "./lib/i18n/messages", format: "json", locales: ["en", "de", "ja"], precompile: true },
  },
});

export default withIntl(config);
