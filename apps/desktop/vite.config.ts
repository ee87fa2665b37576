import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The host's policy lets in nothing inline: no preload polyfill, and no image as a data address.
export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 900,
  },
});
