import "./globals.css";
