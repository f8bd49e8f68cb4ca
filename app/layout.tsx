import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getLocale } from "next-intl/server";
import { Messages } from "@/components/messages";
import { PageStyles } from "@/components/page-styles";
import { Sentences } from "@/components/sentences";
import { themeAttribute, toTheme } from "@/components/ui/theme";
import { directionOf } from "@/lib/i18n/locales";

export const metadata: Metadata = { title: { default: "Cartwright", template: "%s · Cartwright" } };

export default async function RootLayout({ children }: LayoutProps<"/">) {
  // While the app is developed, the framework updates the styles of open pages. Otherwise `PageStyles` has them.
  if (process.env.NODE_ENV === "development") await import("./development-styles");
  const theme = themeAttribute(toTheme((await cookies()).get("theme")?.value));
  const locale = await getLocale();
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme} suppressHydrationWarning>
      <head>
        {/* As metadata, this tag would be inserted again with each page and invalidate all styles. */}
        <meta name="color-scheme" content="light dark" />
        {/* The icon must come first, before browsers request /favicon.ico by default. */}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* The first paint waits for the frame and the head of the page; everything below follows. */}
        <link rel="expect" href="#headed" blocking="render" />
        <PageStyles />
      </head>
      <body>
        <Messages of={["ui", "errors"]}>
          {locale !== "en" && <Sentences locale={locale} />}
          {children}
        </Messages>
      </body>
    </html>
  );
}
