#!/bin/sh
# A task, done with nobody there: in the repository of the working folder, by the rules of a policy, and what came of it in
# "$out": every event (events.jsonl), the last words (said.txt) and the work itself (work.patch).
#   [policy=…] [out=…] job.sh "<task>" [backend]
set -u
task=${1:?'which task?'}
backend=${2:-claude}
here=$(cd "$(dirname "$0")" && pwd)
out=${out:-$PWD/../agent-job}
mkdir -p "$out"
# A data directory of the job's own: its policy is this one, and nothing of an earlier job is asked again.
NUCLEIC_HOME=$(mktemp -d) && export NUCLEIC_HOME
trap 'rm -rf "$NUCLEIC_HOME"' EXIT
cp "${policy:-$here/policy.json}" "$NUCLEIC_HOME/policy.json"

nucleic run "$task" --backend "$backend" --approve policy --json >"$out/events.jsonl"
code=$?
# What was done is kept whatever came of it: a denial leaves work too.
id=$(nucleic ls --json | node -p 'JSON.parse(require("fs").readFileSync(0)).id') || exit "$code"
nucleic diff "$id" >"$out/work.patch"
nucleic show "$id" --json | node -e '
  const events = require("fs").readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  console.log(events.findLast(({ kind }) => kind === "turnCompleted")?.finalText ?? "");
' >"$out/said.txt"
case $code in
  0) echo "done: git apply $out/work.patch" ;;
  3) echo "denied: $out/events.jsonl has what, and by which rule" >&2 ;;
  *) echo "failed with $code: $out/events.jsonl ends with why" >&2 ;;
esac
exit "$code"
