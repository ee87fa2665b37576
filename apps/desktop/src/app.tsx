import type { ReactNode } from "react";
import { ApprovalsScreen } from "./screens/approvals/approvals-screen.tsx";
import { BoardScreen } from "./screens/board/board-screen.tsx";
import { ChangesScreen } from "./screens/changes/changes-screen.tsx";
import { DevicesScreen } from "./screens/devices/devices-screen.tsx";
import { NewScreen } from "./screens/new/new-screen.tsx";
import { ProjectsScreen } from "./screens/projects/projects-screen.tsx";
import { QueueScreen } from "./screens/queue/queue-screen.tsx";
import { SearchScreen } from "./screens/search/search-screen.tsx";
import { SessionScreen } from "./screens/session/session-screen.tsx";
import { UsageScreen } from "./screens/usage/usage-screen.tsx";
import { useHost } from "./state/host.ts";
import { type Route, useRoute } from "./state/route.ts";
import { useStore } from "./state/use-store.ts";
import { KeysDialog } from "./ui/keys-dialog.tsx";
import { Palette } from "./ui/palette.tsx";
import { Refused } from "./ui/refused.tsx";
import { Shell } from "./ui/shell.tsx";
import { Toasts } from "./ui/toasts.tsx";

/** All screens. `devices` is what is shown of devices, where that is not the host's list of them. */
export function App({ devices = <DevicesScreen /> }: { readonly devices?: ReactNode }) {
  const route = useRoute();
  const connection = useStore(useHost().connection);
  if (connection.kind === "refused") return <Refused error={connection.error} />;
  return (
    <>
      <Shell route={route}>
        <Screen route={route} devices={devices} />
      </Shell>
      <Palette />
      <KeysDialog />
      <Toasts />
    </>
  );
}

function Screen({ route, devices }: { readonly route: Route; readonly devices: ReactNode }) {
  switch (route.screen) {
    case "session":
      return route.tab === "changes" ? <ChangesScreen id={route.id} /> : <SessionScreen id={route.id} />;
    case "approvals":
      return <ApprovalsScreen />;
    case "new":
      return <NewScreen />;
    case "queue":
      return <QueueScreen />;
    case "search":
      return <SearchScreen />;
    case "usage":
      return <UsageScreen />;
    case "projects":
      return <ProjectsScreen />;
    case "devices":
      return devices;
    case "board":
      return <BoardScreen />;
    default:
      return route satisfies never;
  }
}
