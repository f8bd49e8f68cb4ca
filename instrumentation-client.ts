import { keepTheme } from "@/components/ui/theme";

// This file runs once in each document, before React starts.

keepTheme();
