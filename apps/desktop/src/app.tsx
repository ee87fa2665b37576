import { ApprovalsScreen } from "./screens/approvals/approvals-screen.tsx";
import { BoardScreen } from "./screens/board/board-screen.tsx";
import { ChangesScreen } from "./screens/changes/changes-screen.tsx";
import { SessionScreen } from "./screens/session/session-screen.tsx";
import { useHost } from "./state/host.ts";
import { type Route, useRoute } from "./state/route.ts";
import { useStore } from "./state/store.ts";
import { Refused } from "./ui/refused.tsx";
import { Shell } from "./ui/shell.tsx";
import { Toasts } from "./ui/toasts.tsx";

export function App() {
  const route = useRoute();
  const connection = useStore(useHost().connection);
  if (connection.kind === "refused") return <Refused error={connection.error} />;
  return (
    <>
      <Shell route={route}>
        <Screen route={route} />
      </Shell>
      <Toasts />
    </>
  );
}

function Screen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case "session":
      return route.tab === "changes" ? <ChangesScreen id={route.id} /> : <SessionScreen id={route.id} />;
    case "approvals":
      return <ApprovalsScreen />;
    default:
      return <BoardScreen />;
  }
}
