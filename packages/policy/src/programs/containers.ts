import { facts, named, type ProgramFacts } from "./facts.ts";

const flags = (text: string) => text.split(" ");

/** Containers and clusters. What a container mounts is not looked into, so running one is unknown. */
export const containerPrograms: Readonly<Record<string, ProgramFacts>> = {
  ...named(
    "docker podman nerdctl",
    facts("unknown", "does something that is not known here", "text", {
      before: { flags: [], values: flags("--context -c --log-level") },
      subcommands: {
        ...named(
          "ps images logs inspect version info stats top port diff history events",
          facts("read", "looks at containers", "text"),
        ),
        ...named("build buildx pull", facts("network", "builds or fetches an image", "text")),
        ...named(
          "push login logout",
          facts("network", "sends an image away, or works with your login", "text"),
        ),
        ...named(
          "run exec create start compose cp commit attach",
          facts("unknown", "runs a container, which may reach this machine's files", "text"),
        ),
        ...named("stop kill restart pause unpause wait", facts("destructive", "stops containers", "text")),
        ...named("rm rmi prune", facts("destructive", "removes containers or images", "text")),
        ...named(
          "system volume network image container",
          facts("destructive", "changes what the engine keeps", "text", {
            words: {
              ls: ["read", "lists what the engine keeps"],
              df: ["read", "tells how much the engine keeps"],
              inspect: ["read", "looks at what the engine keeps"],
              prune: ["destructive", "removes what the engine keeps"],
              rm: ["destructive", "removes what the engine keeps"],
            },
          }),
        ),
      },
    }),
  ),
  ...named(
    "kubectl oc",
    facts("unknown", "does something that is not known here", "text", {
      before: { flags: [], values: flags("-n --namespace --context --cluster") },
      subcommands: {
        ...named(
          "get describe logs top version explain api-resources api-versions cluster-info",
          facts("network", "looks at a cluster", "text"),
        ),
        ...named(
          "apply create patch set label annotate scale rollout edit replace expose autoscale",
          facts("destructive", "changes a cluster", "text"),
        ),
        ...named("delete drain cordon taint", facts("destructive", "removes things from a cluster", "text")),
        ...named(
          "exec run attach cp port-forward proxy debug",
          facts("unknown", "runs or opens something in a cluster", "text"),
        ),
      },
    }),
  ),
};
