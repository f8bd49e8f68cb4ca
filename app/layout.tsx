import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { Messages } from "@/components/messages";
import { themeScript } from "@/components/ui/theme";
import "./globals.css";

export const metadata: Metadata = { title: { default: "Cartwright", template: "%s · Cartwright" } };
export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: LayoutProps<"/">) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* Here and not in the metadata, which may come after a browser has already asked for /favicon.ico. */}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; it sets the theme before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        <Messages of={["ui", "errors"]}>{children}</Messages>
      </body>
    </html>
  );
}
