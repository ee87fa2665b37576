import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { HostProvider, openHostState } from "./state/host.ts";
import { applyTheme } from "./state/theme.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/code.css";

// The code of the address is taken out of it before anything else is done.
const host = openHostState();
applyTheme();

const root = document.getElementById("root");
if (root === null) throw new TypeError("the page has no root");
createRoot(root).render(
  <StrictMode>
    <HostProvider value={host}>
      <App />
    </HostProvider>
  </StrictMode>,
);
