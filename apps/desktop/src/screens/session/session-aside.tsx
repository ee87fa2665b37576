import type { SessionItem } from "@nucleic/protocol/messages";
import { Circle, CircleCheck, CircleDot } from "lucide-react";
import type { LogView, SessionLog } from "../../state/transcript/session-log.ts";
import { useStore } from "../../state/use-store.ts";
import { agentName, countText, moneyText } from "../../ui/format.ts";
import styles from "./session-aside.module.css";
import { useUsage } from "./use-usage.ts";

/** The plan, and the facts of a session. Beside the transcript where there is room, else a line above it. */
export function SessionAside({ session, log }: { readonly session: SessionItem; readonly log: SessionLog }) {
  const { plan } = useStore(log.view);
  const done = plan.filter(({ status }) => status === "completed").length;
  const now = plan.find(({ status }) => status === "inProgress")?.text;
  return (
    <aside className={styles.aside} aria-label="Plan and facts">
      <details className={styles.narrow}>
        <summary>
          {plan.length > 0 ? `Plan ${done} of ${plan.length}${now ? `: ${now}` : ""}` : "About this session"}
        </summary>
        <Parts session={session} plan={plan} />
      </details>
      <div className={styles.wide}>
        <Parts session={session} plan={plan} />
      </div>
    </aside>
  );
}

interface PartsProps {
  readonly session: SessionItem;
  readonly plan: LogView["plan"];
}

function Parts({ session, plan }: PartsProps) {
  const { backend, model, branch, cwd, diffstat, head } = session;
  const usage = useUsage(session.id, head);
  return (
    <div className={styles.parts}>
      {plan.length > 0 && <PlanList plan={plan} />}
      <dl className={styles.facts}>
        <Fact name="Agent" value={agentName(backend)} />
        <Fact name="Model" value={model} />
        <Fact name="Cost" value={usage?.costUSD === undefined ? undefined : moneyText(usage.costUSD)} />
        <Fact
          name="Tokens"
          value={usage && `${countText(usage.inputTokens)} in, ${countText(usage.outputTokens)} out`}
        />
        <Fact name="Against base" value={diffstat && `${diffstat.ahead} ahead, ${diffstat.behind} behind`} />
        <Fact name="Branch" value={branch} isCode />
        <Fact name="Folder" value={cwd} isCode />
      </dl>
    </div>
  );
}

const planIcons = { pending: Circle, inProgress: CircleDot, completed: CircleCheck } as const;
const planWords = { pending: "to do", inProgress: "now", completed: "done" } as const;

function PlanList({ plan }: Pick<PartsProps, "plan">) {
  return (
    <section>
      <h2 className={styles.title}>Plan</h2>
      <ol className={styles.plan}>
        {plan.map(({ text, status }) => {
          const Icon = planIcons[status];
          return (
            <li key={text} className={styles[status]}>
              <Icon size={14} aria-hidden="true" />
              <span>
                {text}
                <span className="visually-hidden"> ({planWords[status]})</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly isCode?: boolean;
}

function Fact({ name, value, isCode = false }: FactProps) {
  if (value === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? styles.path : undefined}>{value}</dd>
    </div>
  );
}
