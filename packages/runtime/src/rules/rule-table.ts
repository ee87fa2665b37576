import { type CommandPattern, describeRule, type RuleCore, type RuleMatch } from "@nucleic/policy";
import type { ApprovalId, DeviceId, ProjectId, SessionId, ToolName } from "@nucleic/protocol";
import type { Statement } from "better-sqlite3";
import type { Selectable } from "kysely";
import type { Connection, RuntimeDatabase } from "../database/open.ts";
import type { AlwaysRuleRow } from "../database/schema.ts";
import type { RuleRecord } from "./rule.ts";

/** A rule on its way into the table, and the decision it came from. */
export interface NewRule extends RuleCore {
  readonly id: string;
  readonly scope: "session" | "project";
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  readonly approvalId: ApprovalId;
  readonly deviceId: DeviceId | undefined;
  readonly createdAt: number;
}

/** What people have allowed for good. */
export class RuleTable {
  readonly #database: RuntimeDatabase;
  readonly #ofTool: Statement<[ToolName, SessionId, ProjectId]>;

  constructor({ sqlite, database }: Connection) {
    this.#database = database;
    this.#ofTool = sqlite.prepare(
      "SELECT * FROM always_rule WHERE tool_name = ? AND (session_id = ? OR project_id = ?) ORDER BY created_at, id",
    );
  }

  async add(rule: NewRule): Promise<void> {
    const { match, scope } = rule;
    await this.#database
      .insertInto("always_rule")
      .values({
        id: rule.id,
        scope,
        session_id: scope === "session" ? rule.sessionId : null,
        project_id: scope === "project" ? rule.projectId : null,
        tool_name: rule.tool,
        native_tool: rule.nativeTool,
        matcher: match.kind,
        pattern: patternOf(match),
        place: "place" in match ? match.place : null,
        approval_id: rule.approvalId,
        device_id: rule.deviceId ?? null,
        created_at: rule.createdAt,
      })
      .execute();
  }

  /**
   * The rules that hold for a session and a tool, oldest first, as the table says it at this moment: one that another
   * process has removed is gone. Synchronous, because an approval is decided in one step; a few rows by an index.
   */
  holding(tool: ToolName, sessionId: SessionId, projectId: ProjectId): readonly RuleRecord[] {
    return (this.#ofTool.all(tool, sessionId, projectId) as Selectable<AlwaysRuleRow>[]).flatMap(toRecord);
  }

  async list(filter: {
    readonly projectId?: ProjectId | undefined;
    readonly sessionId?: SessionId | undefined;
  }): Promise<readonly RuleRecord[]> {
    let query = this.#database.selectFrom("always_rule").selectAll().orderBy("created_at").orderBy("id");
    const { projectId, sessionId } = filter;
    if (sessionId !== undefined) query = query.where("session_id", "=", sessionId);
    if (projectId !== undefined)
      query = query.where((where) =>
        where.or([
          where("project_id", "=", projectId),
          where(
            "session_id",
            "in",
            this.#database.selectFrom("session").select("id").where("project_id", "=", projectId),
          ),
        ]),
      );
    return (await query.execute()).flatMap(toRecord);
  }

  /** Whether there was one. */
  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database
      .deleteFrom("always_rule")
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function patternOf(match: RuleMatch): string {
  switch (match.kind) {
    case "input":
      return match.input;
    case "command":
      return match.command;
    case "commandPrefix":
      return JSON.stringify(match.words);
    case "commandPattern":
      return JSON.stringify({ words: match.words, rest: match.rest, upTo: match.upTo });
    default:
      return match.path;
  }
}

/** None for a row of an earlier version, which did not say what exactly it covers. */
function toRecord(row: Selectable<AlwaysRuleRow>): readonly RuleRecord[] {
  const match = toMatch(row);
  if (match === undefined || row.tool_name === null || row.native_tool === null) return [];
  const core = { tool: row.tool_name as ToolName, nativeTool: row.native_tool, match };
  return [
    {
      id: row.id,
      scope: row.scope,
      ...(row.session_id !== null && { sessionId: row.session_id }),
      ...(row.project_id !== null && { projectId: row.project_id }),
      ...core,
      covers: describeRule(core),
      createdAt: row.created_at,
    },
  ];
}

function toMatch({ matcher, pattern, place }: Selectable<AlwaysRuleRow>): RuleMatch | undefined {
  if (pattern === null) return undefined;
  if (matcher === "file" || matcher === "folder") return { kind: matcher, path: pattern };
  if (matcher === "commandPattern")
    return { kind: matcher, ...(JSON.parse(pattern) as Omit<CommandPattern, "kind">) };
  if (place === null) return undefined;
  if (matcher === "input") return { kind: matcher, input: pattern, place };
  if (matcher === "command") return { kind: matcher, command: pattern, place };
  if (matcher === "commandPrefix") return { kind: matcher, words: JSON.parse(pattern) as string[], place };
  return undefined;
}
