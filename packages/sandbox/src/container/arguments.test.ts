import { expect, test } from "vitest";
import { type ContainerPlan, mountOf, runArguments } from "./arguments.ts";

const plan: ContainerPlan = {
  image: "img",
  labels: ["l=1"],
  layout: {
    worktree: "/w",
    home: "/h",
    scratchBytes: 10,
    binds: [
      { path: "/w", access: "write" },
      { path: "/r", access: "read", source: "/real" },
    ],
  },
  network: "off",
  limits: { memoryBytes: 5, processes: 6, cpus: 1.5 },
};

test("no value of the environment stands in argv, but those that the CLI has otherwise, and the run's marker", () => {
  const env = { TOKEN: "secret", HOME: "/h", SSH_AUTH_SOCK: "/s" };
  const spec = { command: "c", args: ["--rm"], cwd: "/w", env, runId: "r1", reads: ["/f"] };
  expect(runArguments(plan, spec, { HOME: "/cli" }).join(" ")).toBe(
    [
      "run --rm --interactive --pull never --label l=1",
      "--cap-drop all --security-opt no-new-privileges --read-only --network none --shm-size 10",
      "--tmpfs /tmp:rw,exec,size=10,mode=1777 --tmpfs /h:rw,exec,size=10,mode=0700",
      "--mount type=bind,source=/w,target=/w --mount type=bind,source=/real,target=/r,readonly",
      "--mount type=bind,source=/f,target=/f,readonly",
      "--memory 5b --memory-swap 5b --pids-limit 6 --cpus 1.5",
      "--env TOKEN --env HOME=/h --env TMPDIR --env NUCLEIC_RUN=r1",
      "--workdir /w --entrypoint c img --rm",
    ].join(" "),
  );
});

test("a home that is a mount of the spec is not covered by an empty one", () => {
  const binds = [{ path: "/h", access: "write" }] as const;
  const spec = { command: "c", cwd: "/w", env: {}, runId: "r1" };
  const text = runArguments({ ...plan, layout: { ...plan.layout, binds } }, spec, {}).join(" ");
  expect(text).toContain("--mount type=bind,source=/h,target=/h");
  expect(text).not.toContain("--tmpfs /h");
});

test.each(["/a,b", '/a"b', "/a\nb"])(
  "a mount of %j is refused: it would be read as more than a path",
  (path) => {
    expect(() => mountOf({ path, access: "read" })).toThrow(expect.objectContaining({ code: "specInvalid" }));
  },
);
