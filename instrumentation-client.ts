import { keepTheme } from "@/components/ui/theme";

// Runs once in each document, before any component comes to life.

keepTheme();

// The first of them takes a slow phone 50 ms, whichever it is. Here that is while other parts of the page are on their way.
setTimeout(() => new Intl.NumberFormat());
