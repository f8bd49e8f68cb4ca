import { keepTheme } from "@/components/ui/theme";

// This file runs once in each document, before React starts.

keepTheme();

// The first formatter of each kind takes a slow phone 30 to 70 ms. Here they are created while other parts of the page
// are still loading, each in a task of its own. The first task finds the available languages, which all of them need.
const { lang } = document.documentElement;
setTimeout(() => Intl.Collator.supportedLocalesOf(lang));
setTimeout(() => new Intl.NumberFormat(lang));
setTimeout(() => new Intl.DateTimeFormat(lang, { dateStyle: "medium" }));
setTimeout(() => new Intl.RelativeTimeFormat(lang));
