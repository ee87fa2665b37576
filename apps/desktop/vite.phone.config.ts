import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const fromPublic = ["./", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"];

const ownTexts = ["phone/index.html", "phone/public/manifest.webmanifest", "phone/public/icon.svg"];

/** Tells the service worker which files are of this version. */
function precache(): Plugin {
  return {
    name: "precache",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new TypeError("there is no service worker");
        const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        // Their names have hashes of what is in them.
        const texts = ownTexts.map((name) => readFileSync(here(name), "utf8"));
        const version = createHash("sha256")
          .update([...built.sort(), ...texts].join())
          .digest("hex")
          .slice(0, 16);
        const files = JSON.stringify([...fromPublic, ...built]);
        worker.code = `const version=${JSON.stringify(version)},files=${files};${worker.code}`;
      },
    },
  };
}

// The same screens for whoever runs a relay: served from any folder, with a policy of its own in the page.
export default defineConfig({
  root: here("phone"),
  base: "./",
  plugins: [react(), precache()],
  build: {
    outDir: here("dist/phone"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { index: here("phone/index.html"), sw: here("worker/sw.ts") },
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
});
