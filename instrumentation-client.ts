import { keepTheme } from "@/components/ui/theme";

// This file runs once in each document, before React starts.

keepTheme();

// The first number format takes a slow phone 50 ms. Here it is created while other parts of the page are still loading.
setTimeout(() => new Intl.NumberFormat());
