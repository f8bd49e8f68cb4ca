import { keepTheme } from "@/components/ui/theme";

// This file runs once in each document, before React starts.

keepTheme();

// The first number format takes a slow phone 100 ms. Here it is created while other parts of the page are still loading,
// in two tasks: the first finds the available languages, which takes most of the time.
setTimeout(() => Intl.Collator.supportedLocalesOf("en"));
setTimeout(() => new Intl.NumberFormat());
