import type { ApprovalRequest } from "@nucleic/protocol/core";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { PatchView } from "../../ui/diff/patch-view.tsx";
import { visible } from "../../ui/visible.ts";
import styles from "./approval-card.module.css";

/**
 * What an allowance allows, all of it: the digest covers the input, the diff and the folder, so that each of them is here. What
 * cannot be seen is told by name.
 */
export function Shown({ request }: { readonly request: ApprovalRequest }) {
  const { tool, input, cwd, diff } = request;
  const { command, ...rest } = input;
  const isCommand = tool === "Bash" && typeof command === "string";
  const others = isCommand ? rest : input;
  const [path] = request.paths ?? [];
  const hasOthers = Object.keys(others).length > 0;
  return (
    <div className={styles.shown}>
      {isCommand && <CodeBlock text={visible(command)} language="bash" label="Command" wraps />}
      {diff !== undefined && <PatchView patch={visible(diff)} path={path ?? ""} />}
      {hasOthers &&
        (isCommand || diff !== undefined ? (
          <details className={styles.all}>
            <summary>Everything it was told</summary>
            <CodeBlock text={visible(JSON.stringify(others, null, 2))} language="json" label="Input" wraps />
          </details>
        ) : (
          <CodeBlock text={visible(JSON.stringify(others, null, 2))} language="json" label="Input" wraps />
        ))}
      <p className={styles.where}>
        in <code>{visible(cwd)}</code>
      </p>
    </div>
  );
}
