import { facts, named, type ProgramFacts } from "./facts.ts";

const sends = ["network", "sends data away"] as const;
const local = ["unknown", "runs or reads what an option names"] as const;

/** Programs that talk to other machines. */
export const networkPrograms: Readonly<Record<string, ProgramFacts>> = {
  curl: facts("network", "fetches from the network", "text", {
    check: "curl",
    options: {
      "-d": sends,
      "--data": sends,
      "-F": sends,
      "--form": sends,
      "-T": sends,
      "--upload-file": sends,
      "-X": ["network", "sends a request that may change something"],
      "--request": ["network", "sends a request that may change something"],
      "-K": local,
      "--config": local,
      "--unix-socket": local,
      "--abstract-unix-socket": local,
      "--output-dir": local,
    },
  }),
  wget: facts("network", "fetches files from the network", "text", {
    check: "curl",
    options: {
      "--post-data": sends,
      "--post-file": sends,
      "--use-askpass": local,
      "--config": local,
      "-e": local,
      "--execute": local,
      "-i": local,
      "--input-file": local,
      "-P": local,
      "--directory-prefix": local,
    },
  }),
  ...named("http https xh httpie", facts("network", "sends a request", "text")),
  ...named("ping dig nslookup host traceroute whois mtr", facts("network", "asks other machines", "text")),
  ...named(
    "nc ncat netcat socat telnet",
    facts("unknown", "opens a connection for whatever is sent through", "text"),
  ),
  ...named("ssh mosh autossh sshpass", facts("unknown", "runs commands on another machine", "text")),
  ...named("scp sftp ftp lftp rclone", facts("unknown", "copies files to or from another machine", "text")),
  rsync: facts("destructive", "copies files over others", "writes", {
    options: { "-e": local, "--rsh": local, "--rsync-path": local },
  }),
  gh: facts("network", "works on GitHub", "text", {
    subcommands: {
      pr: facts("network", "works on pull requests", "text", {
        words: {
          merge: ["destructive", "merges a pull request"],
          close: ["destructive", "closes a pull request"],
        },
      }),
      issue: facts("network", "works on issues", "text", {
        words: { delete: ["destructive", "deletes an issue"] },
      }),
      repo: facts("network", "works on repositories", "text", {
        words: { delete: ["destructive", "deletes a repository"] },
      }),
      release: facts("network", "works on releases", "text", {
        words: { delete: ["destructive", "deletes a release"] },
      }),
      run: facts("network", "looks at workflow runs", "text"),
      api: facts("unknown", "calls any interface of GitHub", "text"),
      auth: facts("unknown", "works with your login", "text"),
      ...named(
        "alias extension config secret ssh-key gpg-key",
        facts("unknown", "changes your set-up of gh", "text"),
      ),
    },
    before: { flags: [], values: ["-R", "--repo"] },
  }),
  ...named(
    "aws gcloud az terraform tofu pulumi ansible ansible-playbook helm flyctl vercel netlify wrangler heroku doctl",
    facts("unknown", "changes things in the cloud", "text"),
  ),
};
