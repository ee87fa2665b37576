import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyTheme } from "../state/theme.ts";
import { takeLink } from "./address.ts";
import { PhoneApp } from "./phone-app.tsx";
import { registerWorker } from "./register-worker.ts";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/code.css";

// The secret of the address is taken out of it before anything else is done.
const link = takeLink();
applyTheme();
registerWorker();

const root = document.getElementById("root");
if (root === null) throw new TypeError("the page has no root");
createRoot(root).render(
  <StrictMode>
    <PhoneApp link={link} />
  </StrictMode>,
);
