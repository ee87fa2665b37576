// .
import { z } from 'zod';
declare const Risk: z.ZodEnum<{
    destructive: "destructive";
    execute: "execute";
    network: "network";
    read: "read";
    unknown: "unknown";
    write: "write";
}>;
type Risk = z.infer<typeof Risk>;
declare const DecisionKind: z.ZodEnum<{
    allow: "allow";
    allowAlways: "allowAlways";
    cancelRun: "cancelRun";
    deny: "deny";
}>;
type DecisionKind = z.infer<typeof DecisionKind>;
declare const Decision: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"allow">;
    updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"allowAlways">;
    scope: z.ZodEnum<{
        project: "project";
        session: "session";
    }>;
    pattern: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"deny">;
    message: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"cancelRun">;
    message: z.ZodOptional<z.ZodString>;
}, z.core.$strip>], "kind">;
type Decision = z.infer<typeof Decision>;
declare const DecidedBy: z.ZodObject<{
    by: z.ZodEnum<{
        abandoned: "abandoned";
        expired: "expired";
        noAnswerer: "noAnswerer";
        person: "person";
        policy: "policy";
        rule: "rule";
        withdrawn: "withdrawn";
    }>;
    deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
    rule: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type DecidedBy = z.infer<typeof DecidedBy>;
declare const ApprovalSignature: z.ZodObject<{
    key: z.ZodString;
    digest: z.ZodString;
    value: z.ZodString;
}, z.core.$strip>;
type ApprovalSignature = z.infer<typeof ApprovalSignature>;
declare const ApprovalRequest: z.ZodObject<{
    id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
    tool: z.ZodEnum<{
        AskUser: "AskUser";
        Bash: "Bash";
        Edit: "Edit";
        ExitPlan: "ExitPlan";
        Glob: "Glob";
        Grep: "Grep";
        Mcp: "Mcp";
        MultiEdit: "MultiEdit";
        NotebookEdit: "NotebookEdit";
        Other: "Other";
        Read: "Read";
        Task: "Task";
        TodoWrite: "TodoWrite";
        WebFetch: "WebFetch";
        WebSearch: "WebSearch";
        Write: "Write";
    }>;
    nativeTool: z.ZodString;
    input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    cwd: z.ZodString;
    paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
    diff: z.ZodOptional<z.ZodString>;
    agentId: z.ZodOptional<z.ZodString>;
    serverHints: z.ZodOptional<z.ZodObject<{
        readOnly: z.ZodOptional<z.ZodBoolean>;
        destructive: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
    reason: z.ZodOptional<z.ZodString>;
    options: z.ZodArray<z.ZodEnum<{
        allow: "allow";
        allowAlways: "allowAlways";
        cancelRun: "cancelRun";
        deny: "deny";
    }>>;
    createdAt: z.ZodNumber;
    expiresAt: z.ZodOptional<z.ZodNumber>;
    summary: z.ZodOptional<z.ZodString>;
    risk: z.ZodOptional<z.ZodEnum<{
        destructive: "destructive";
        execute: "execute";
        network: "network";
        read: "read";
        unknown: "unknown";
        write: "write";
    }>>;
    riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
    digest: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type ApprovalRequest = z.infer<typeof ApprovalRequest>;
declare const SessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
type SessionId = z.infer<typeof SessionId>;
declare const ProjectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
type ProjectId = z.infer<typeof ProjectId>;
declare const TurnId: z.core.$ZodBranded<z.ZodString, "TurnId", "out">;
type TurnId = z.infer<typeof TurnId>;
declare const ToolCallId: z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">;
type ToolCallId = z.infer<typeof ToolCallId>;
declare const ApprovalId: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
type ApprovalId = z.infer<typeof ApprovalId>;
declare const QuestionId: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
type QuestionId = z.infer<typeof QuestionId>;
declare const DeviceId: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
type DeviceId = z.infer<typeof DeviceId>;
declare const IntentId: z.core.$ZodBranded<z.ZodString, "IntentId", "out">;
type IntentId = z.infer<typeof IntentId>;
declare const BackendCapabilities: z.ZodObject<{
    interactiveApprovals: z.ZodBoolean;
    canModifyToolInput: z.ZodBoolean;
    partialMessageStreaming: z.ZodBoolean;
    followUpWhileRunning: z.ZodBoolean;
    emitsFileChangeEvents: z.ZodBoolean;
    reportsCost: z.ZodBoolean;
    canFork: z.ZodBoolean;
    canSetModel: z.ZodBoolean;
    canSetMode: z.ZodBoolean;
    supportsImages: z.ZodBoolean;
    mcpInjection: z.ZodBoolean;
}, z.core.$strip>;
type BackendCapabilities = z.infer<typeof BackendCapabilities>;
declare const ContentBlock: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"text">;
    text: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"image">;
    mediaType: z.ZodString;
    data: z.ZodOptional<z.ZodString>;
    blob: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"native">;
    native: z.ZodUnknown;
}, z.core.$strip>], "kind">;
type ContentBlock = z.infer<typeof ContentBlock>;
declare const LineRange: z.ZodObject<{
    start: z.ZodNumber;
    end: z.ZodNumber;
}, z.core.$strip>;
type LineRange = z.infer<typeof LineRange>;
declare const ContextPart: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"file">;
    path: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"selection">;
    path: z.ZodString;
    lines: z.ZodObject<{
        start: z.ZodNumber;
        end: z.ZodNumber;
    }, z.core.$strip>;
    text: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"diffComment">;
    path: z.ZodString;
    lines: z.ZodOptional<z.ZodObject<{
        start: z.ZodNumber;
        end: z.ZodNumber;
    }, z.core.$strip>>;
    hunk: z.ZodString;
    comment: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"image">;
    mediaType: z.ZodString;
    data: z.ZodString;
    name: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"session">;
    title: z.ZodString;
    text: z.ZodString;
}, z.core.$strip>], "kind">;
type ContextPart = z.infer<typeof ContextPart>;
declare const AgentInput: z.ZodObject<{
    text: z.ZodString;
    context: z.ZodDefault<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"file">;
        path: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"selection">;
        path: z.ZodString;
        lines: z.ZodObject<{
            start: z.ZodNumber;
            end: z.ZodNumber;
        }, z.core.$strip>;
        text: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"diffComment">;
        path: z.ZodString;
        lines: z.ZodOptional<z.ZodObject<{
            start: z.ZodNumber;
            end: z.ZodNumber;
        }, z.core.$strip>>;
        hunk: z.ZodString;
        comment: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"image">;
        mediaType: z.ZodString;
        data: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"session">;
        title: z.ZodString;
        text: z.ZodString;
    }, z.core.$strip>], "kind">>>;
}, z.core.$strip>;
type AgentInput = z.infer<typeof AgentInput>;
declare const AgentEvent: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"sessionStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    backend: z.ZodString;
    backendVersion: z.ZodOptional<z.ZodString>;
    backendSessionId: z.ZodString;
    model: z.ZodOptional<z.ZodString>;
    mode: z.ZodOptional<z.ZodString>;
    cwd: z.ZodString;
    tools: z.ZodOptional<z.ZodArray<z.ZodString>>;
    capabilities: z.ZodObject<{
        interactiveApprovals: z.ZodBoolean;
        canModifyToolInput: z.ZodBoolean;
        partialMessageStreaming: z.ZodBoolean;
        followUpWhileRunning: z.ZodBoolean;
        emitsFileChangeEvents: z.ZodBoolean;
        reportsCost: z.ZodBoolean;
        canFork: z.ZodBoolean;
        canSetModel: z.ZodBoolean;
        canSetMode: z.ZodBoolean;
        supportsImages: z.ZodBoolean;
        mcpInjection: z.ZodBoolean;
    }, z.core.$strip>;
    resumed: z.ZodOptional<z.ZodBoolean>;
    imported: z.ZodOptional<z.ZodObject<{
        path: z.ZodString;
        sizeBytes: z.ZodNumber;
        importedAt: z.ZodNumber;
        degraded: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"turnStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    cause: z.ZodEnum<{
        backend: "backend";
        user: "user";
    }>;
    input: z.ZodOptional<z.ZodObject<{
        context: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            kind: z.ZodLiteral<"file">;
            path: z.ZodString;
        }, z.core.$strip>, z.ZodObject<{
            kind: z.ZodLiteral<"selection">;
            path: z.ZodString;
            lines: z.ZodObject<{
                start: z.ZodNumber;
                end: z.ZodNumber;
            }, z.core.$strip>;
            text: z.ZodString;
        }, z.core.$strip>, z.ZodObject<{
            kind: z.ZodLiteral<"diffComment">;
            path: z.ZodString;
            lines: z.ZodOptional<z.ZodObject<{
                start: z.ZodNumber;
                end: z.ZodNumber;
            }, z.core.$strip>>;
            hunk: z.ZodString;
            comment: z.ZodString;
        }, z.core.$strip>, z.ZodObject<{
            kind: z.ZodLiteral<"image">;
            mediaType: z.ZodString;
            data: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>, z.ZodObject<{
            kind: z.ZodLiteral<"session">;
            title: z.ZodString;
            text: z.ZodString;
        }, z.core.$strip>], "kind">>;
        text: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"userMessage">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    text: z.ZodString;
    context: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"file">;
        path: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"selection">;
        path: z.ZodString;
        lines: z.ZodObject<{
            start: z.ZodNumber;
            end: z.ZodNumber;
        }, z.core.$strip>;
        text: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"diffComment">;
        path: z.ZodString;
        lines: z.ZodOptional<z.ZodObject<{
            start: z.ZodNumber;
            end: z.ZodNumber;
        }, z.core.$strip>>;
        hunk: z.ZodString;
        comment: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"image">;
        mediaType: z.ZodString;
        data: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"session">;
        title: z.ZodString;
        text: z.ZodString;
    }, z.core.$strip>], "kind">>;
    steer: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"assistantText">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    messageId: z.ZodString;
    text: z.ZodString;
    isPartial: z.ZodBoolean;
    parentToolCallId: z.ZodOptional<z.ZodString>;
    truncated: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"thinking">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    messageId: z.ZodString;
    text: z.ZodString;
    isPartial: z.ZodBoolean;
    parentToolCallId: z.ZodOptional<z.ZodString>;
    truncated: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolCallStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">;
    tool: z.ZodEnum<{
        AskUser: "AskUser";
        Bash: "Bash";
        Edit: "Edit";
        ExitPlan: "ExitPlan";
        Glob: "Glob";
        Grep: "Grep";
        Mcp: "Mcp";
        MultiEdit: "MultiEdit";
        NotebookEdit: "NotebookEdit";
        Other: "Other";
        Read: "Read";
        Task: "Task";
        TodoWrite: "TodoWrite";
        WebFetch: "WebFetch";
        WebSearch: "WebSearch";
        Write: "Write";
    }>;
    nativeTool: z.ZodString;
    title: z.ZodOptional<z.ZodString>;
    parentToolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolCallInputDelta">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">;
    partialJson: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolCallCompleted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">;
    input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolOutputDelta">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">;
    text: z.ZodString;
    stream: z.ZodOptional<z.ZodEnum<{
        stderr: "stderr";
        stdout: "stdout";
    }>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolResult">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">;
    content: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"text">;
        text: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"image">;
        mediaType: z.ZodString;
        data: z.ZodOptional<z.ZodString>;
        blob: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"native">;
        native: z.ZodUnknown;
    }, z.core.$strip>], "kind">>;
    isError: z.ZodBoolean;
    exitCode: z.ZodOptional<z.ZodNumber>;
    durationMs: z.ZodOptional<z.ZodNumber>;
    truncated: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"fileChange">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
    path: z.ZodString;
    change: z.ZodEnum<{
        add: "add";
        delete: "delete";
        rename: "rename";
        update: "update";
    }>;
    movedTo: z.ZodOptional<z.ZodString>;
    diff: z.ZodOptional<z.ZodString>;
    inferred: z.ZodBoolean;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"planUpdated">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    entries: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        status: z.ZodEnum<{
            completed: "completed";
            inProgress: "inProgress";
            pending: "pending";
        }>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"approvalRequested">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    request: z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
        sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
        tool: z.ZodEnum<{
            AskUser: "AskUser";
            Bash: "Bash";
            Edit: "Edit";
            ExitPlan: "ExitPlan";
            Glob: "Glob";
            Grep: "Grep";
            Mcp: "Mcp";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Other: "Other";
            Read: "Read";
            Task: "Task";
            TodoWrite: "TodoWrite";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Write: "Write";
        }>;
        nativeTool: z.ZodString;
        input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        cwd: z.ZodString;
        paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
        diff: z.ZodOptional<z.ZodString>;
        agentId: z.ZodOptional<z.ZodString>;
        serverHints: z.ZodOptional<z.ZodObject<{
            readOnly: z.ZodOptional<z.ZodBoolean>;
            destructive: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        reason: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodEnum<{
            allow: "allow";
            allowAlways: "allowAlways";
            cancelRun: "cancelRun";
            deny: "deny";
        }>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
        summary: z.ZodOptional<z.ZodString>;
        risk: z.ZodOptional<z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>>;
        riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
        digest: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    auto: z.ZodOptional<z.ZodObject<{
        by: z.ZodEnum<{
            policy: "policy";
            rule: "rule";
        }>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"approvalResolved">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    approvalId: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
    decision: z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"allow">;
        updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"allowAlways">;
        scope: z.ZodEnum<{
            project: "project";
            session: "session";
        }>;
        pattern: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"deny">;
        message: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"cancelRun">;
        message: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>], "kind">;
    decidedBy: z.ZodObject<{
        by: z.ZodEnum<{
            abandoned: "abandoned";
            expired: "expired";
            noAnswerer: "noAnswerer";
            person: "person";
            policy: "policy";
            rule: "rule";
            withdrawn: "withdrawn";
        }>;
        deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    signature: z.ZodOptional<z.ZodObject<{
        key: z.ZodString;
        digest: z.ZodString;
        value: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"questionAsked">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    questionId: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
    toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
    questions: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        text: z.ZodString;
        header: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodObject<{
            label: z.ZodString;
            description: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        multiSelect: z.ZodBoolean;
        freeText: z.ZodBoolean;
        secret: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"questionAnswered">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    questionId: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
    answers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>>;
    answeredBy: z.ZodObject<{
        by: z.ZodEnum<{
            abandoned: "abandoned";
            expired: "expired";
            noAnswerer: "noAnswerer";
            person: "person";
            policy: "policy";
            rule: "rule";
            withdrawn: "withdrawn";
        }>;
        deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"usage">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    model: z.ZodOptional<z.ZodString>;
    inputTokens: z.ZodNumber;
    cachedInputTokens: z.ZodOptional<z.ZodNumber>;
    outputTokens: z.ZodNumber;
    reasoningTokens: z.ZodOptional<z.ZodNumber>;
    costUSD: z.ZodOptional<z.ZodNumber>;
    contextWindow: z.ZodOptional<z.ZodNumber>;
    cumulative: z.ZodBoolean;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"rateLimit">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    window: z.ZodOptional<z.ZodString>;
    usedPercent: z.ZodOptional<z.ZodNumber>;
    resetsAt: z.ZodOptional<z.ZodNumber>;
    status: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"compaction">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    trigger: z.ZodOptional<z.ZodString>;
    tokensBefore: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"turnCompleted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    outcome: z.ZodEnum<{
        completed: "completed";
        failed: "failed";
        interrupted: "interrupted";
    }>;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodEnum<{
            apiError: "apiError";
            approvalChannel: "approvalChannel";
            authenticationFailed: "authenticationFailed";
            contextTooLong: "contextTooLong";
            crashed: "crashed";
            exitedEarly: "exitedEarly";
            internal: "internal";
            invalidRequest: "invalidRequest";
            lineTooLong: "lineTooLong";
            maxTurns: "maxTurns";
            modelNotFound: "modelNotFound";
            network: "network";
            notInstalled: "notInstalled";
            notLoggedIn: "notLoggedIn";
            notTrusted: "notTrusted";
            outputTooLong: "outputTooLong";
            overloaded: "overloaded";
            permissionDenied: "permissionDenied";
            protocolViolation: "protocolViolation";
            rateLimited: "rateLimited";
            refused: "refused";
            sessionBusy: "sessionBusy";
            setupFailed: "setupFailed";
            spawnFailed: "spawnFailed";
            storageFailed: "storageFailed";
            streamCut: "streamCut";
            tooOld: "tooOld";
            unknownSession: "unknownSession";
            unsupported: "unsupported";
        }>;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    finalText: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"runFinished">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    outcome: z.ZodEnum<{
        completed: "completed";
        failed: "failed";
        interrupted: "interrupted";
    }>;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodEnum<{
            apiError: "apiError";
            approvalChannel: "approvalChannel";
            authenticationFailed: "authenticationFailed";
            contextTooLong: "contextTooLong";
            crashed: "crashed";
            exitedEarly: "exitedEarly";
            internal: "internal";
            invalidRequest: "invalidRequest";
            lineTooLong: "lineTooLong";
            maxTurns: "maxTurns";
            modelNotFound: "modelNotFound";
            network: "network";
            notInstalled: "notInstalled";
            notLoggedIn: "notLoggedIn";
            notTrusted: "notTrusted";
            outputTooLong: "outputTooLong";
            overloaded: "overloaded";
            permissionDenied: "permissionDenied";
            protocolViolation: "protocolViolation";
            rateLimited: "rateLimited";
            refused: "refused";
            sessionBusy: "sessionBusy";
            setupFailed: "setupFailed";
            spawnFailed: "spawnFailed";
            storageFailed: "storageFailed";
            streamCut: "streamCut";
            tooOld: "tooOld";
            unknownSession: "unknownSession";
            unsupported: "unsupported";
        }>;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    exitCode: z.ZodOptional<z.ZodNumber>;
    signal: z.ZodOptional<z.ZodString>;
    stderrTail: z.ZodOptional<z.ZodString>;
    durationMs: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"error">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    code: z.ZodEnum<{
        apiError: "apiError";
        approvalChannel: "approvalChannel";
        authenticationFailed: "authenticationFailed";
        contextTooLong: "contextTooLong";
        crashed: "crashed";
        exitedEarly: "exitedEarly";
        internal: "internal";
        invalidRequest: "invalidRequest";
        lineTooLong: "lineTooLong";
        maxTurns: "maxTurns";
        modelNotFound: "modelNotFound";
        network: "network";
        notInstalled: "notInstalled";
        notLoggedIn: "notLoggedIn";
        notTrusted: "notTrusted";
        outputTooLong: "outputTooLong";
        overloaded: "overloaded";
        permissionDenied: "permissionDenied";
        protocolViolation: "protocolViolation";
        rateLimited: "rateLimited";
        refused: "refused";
        sessionBusy: "sessionBusy";
        setupFailed: "setupFailed";
        spawnFailed: "spawnFailed";
        storageFailed: "storageFailed";
        streamCut: "streamCut";
        tooOld: "tooOld";
        unknownSession: "unknownSession";
        unsupported: "unsupported";
    }>;
    message: z.ZodString;
    hint: z.ZodOptional<z.ZodString>;
    recoverable: z.ZodBoolean;
    retryInMs: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"setupStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    script: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"setupLog">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    stream: z.ZodEnum<{
        stderr: "stderr";
        stdout: "stdout";
    }>;
    line: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"setupFinished">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    exitCode: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"sandboxPrepared">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    engine: z.ZodString;
    files: z.ZodBoolean;
    processes: z.ZodBoolean;
    network: z.ZodEnum<{
        allowed: "allowed";
        off: "off";
        on: "on";
    }>;
    hosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
    limits: z.ZodArray<z.ZodString>;
    message: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"sandboxRefusal">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    what: z.ZodEnum<{
        limit: "limit";
        network: "network";
    }>;
    target: z.ZodString;
    reason: z.ZodString;
    hint: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"statusChanged">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    from: z.ZodEnum<{
        archived: "archived";
        awaitingAnswer: "awaitingAnswer";
        awaitingApproval: "awaitingApproval";
        awaitingInput: "awaitingInput";
        created: "created";
        failed: "failed";
        finished: "finished";
        interrupted: "interrupted";
        preparing: "preparing";
        running: "running";
        starting: "starting";
    }>;
    to: z.ZodEnum<{
        archived: "archived";
        awaitingAnswer: "awaitingAnswer";
        awaitingApproval: "awaitingApproval";
        awaitingInput: "awaitingInput";
        created: "created";
        failed: "failed";
        finished: "finished";
        interrupted: "interrupted";
        preparing: "preparing";
        running: "running";
        starting: "starting";
    }>;
    reason: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"dispositionChanged">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    disposition: z.ZodEnum<{
        awaitingInput: "awaitingInput";
        blocked: "blocked";
        completed: "completed";
    }>;
    by: z.ZodEnum<{
        agent: "agent";
        person: "person";
        rule: "rule";
    }>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"integration">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    phase: z.ZodEnum<{
        conflicted: "conflicted";
        failed: "failed";
        merged: "merged";
        merging: "merging";
        parked: "parked";
        queued: "queued";
        verifying: "verifying";
    }>;
    target: z.ZodString;
    sha: z.ZodOptional<z.ZodString>;
    paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
    message: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"diffstat">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    files: z.ZodNumber;
    added: z.ZodNumber;
    removed: z.ZodNumber;
    ahead: z.ZodNumber;
    behind: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"raw">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    turnId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "TurnId", "out">>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    backend: z.ZodString;
    native: z.ZodUnknown;
}, z.core.$strip>], "kind">;
type AgentEvent = z.infer<typeof AgentEvent>;
type EventKind = AgentEvent["kind"];
type EventOf<K extends EventKind> = Extract<AgentEvent, {
    kind: K;
}>;
type EnvelopeKey = "at" | "origin" | "seq" | "sessionId" | "turnId" | "v";
type Body<E> = E extends AgentEvent ? Omit<E, EnvelopeKey> : never;
type EventBody = Body<AgentEvent>;
type EventBodyOf<K extends EventKind> = Extract<EventBody, {
    kind: K;
}>;
interface Clock {
    now(): number;
    monotonicMs(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
declare const systemClock: Clock;
interface Ids {
    session(): SessionId;
    project(): ProjectId;
    turn(): TurnId;
    approval(): ApprovalId;
    question(): QuestionId;
    intent(): IntentId;
}
declare function createIds(clock: Clock): Ids;
declare function idsFrom(next: () => string): Ids;
interface NativeHistory {
    list(options?: HistoryListOptions): AsyncIterable<HistoryEntry>;
    read(entry: HistoryEntry, options: HistoryReadOptions): NativeTranscript;
}
interface HistoryListOptions {
    readonly cwd?: string;
    readonly backendSessionId?: string;
    readonly signal?: AbortSignal;
}
interface HistoryEntry {
    readonly backendSessionId: string;
    readonly path: string;
    readonly cwd?: string;
    readonly title?: string;
    readonly createdAt: number;
    readonly updatedAt: number;
    readonly sizeBytes: number;
}
interface HistoryReadOptions {
    readonly sessionId: SessionId;
    readonly ids: Ids;
    readonly signal?: AbortSignal;
}
interface NativeTranscript extends AsyncIterable<AgentEvent> {
    readonly report: NativeReport;
}
interface NativeReport {
    readonly lines: number;
    readonly damagedLines: number;
    readonly passedOver: Readonly<Record<string, number>>;
}
declare const Question: z.ZodObject<{
    id: z.ZodString;
    text: z.ZodString;
    header: z.ZodOptional<z.ZodString>;
    options: z.ZodArray<z.ZodObject<{
        label: z.ZodString;
        description: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    multiSelect: z.ZodBoolean;
    freeText: z.ZodBoolean;
    secret: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
type Question = z.infer<typeof Question>;
declare const Answers: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>;
type Answers = z.infer<typeof Answers>;
declare const QuestionRequest: z.ZodObject<{
    id: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
    questions: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        text: z.ZodString;
        header: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodObject<{
            label: z.ZodString;
            description: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        multiSelect: z.ZodBoolean;
        freeText: z.ZodBoolean;
        secret: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
    createdAt: z.ZodNumber;
    expiresAt: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
type QuestionRequest = z.infer<typeof QuestionRequest>;
declare const QuestionReply: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"answered">;
    answers: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>;
    by: z.ZodObject<{
        by: z.ZodEnum<{
            abandoned: "abandoned";
            expired: "expired";
            noAnswerer: "noAnswerer";
            person: "person";
            policy: "policy";
            rule: "rule";
            withdrawn: "withdrawn";
        }>;
        deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"declined">;
    message: z.ZodOptional<z.ZodString>;
    by: z.ZodObject<{
        by: z.ZodEnum<{
            abandoned: "abandoned";
            expired: "expired";
            noAnswerer: "noAnswerer";
            person: "person";
            policy: "policy";
            rule: "rule";
            withdrawn: "withdrawn";
        }>;
        deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>], "kind">;
type QuestionReply = z.infer<typeof QuestionReply>;
declare const ApprovalPolicy: z.ZodEnum<{
    auto: "auto";
    fixed: "fixed";
    interactive: "interactive";
}>;
type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;
declare const Verbosity: z.ZodEnum<{
    full: "full";
    normal: "normal";
    summary: "summary";
}>;
type Verbosity = z.infer<typeof Verbosity>;
declare const McpServerSpec: z.ZodDiscriminatedUnion<[z.ZodObject<{
    callTimeoutMs: z.ZodOptional<z.ZodNumber>;
    alwaysLoad: z.ZodOptional<z.ZodBoolean>;
    optional: z.ZodOptional<z.ZodBoolean>;
    transport: z.ZodLiteral<"stdio">;
    command: z.ZodString;
    args: z.ZodDefault<z.ZodArray<z.ZodString>>;
    env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
}, z.core.$strip>, z.ZodObject<{
    callTimeoutMs: z.ZodOptional<z.ZodNumber>;
    alwaysLoad: z.ZodOptional<z.ZodBoolean>;
    optional: z.ZodOptional<z.ZodBoolean>;
    transport: z.ZodLiteral<"http">;
    url: z.ZodURL;
    headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
}, z.core.$strip>], "transport">;
type McpServerSpec = z.infer<typeof McpServerSpec>;
declare const SessionSpec: z.ZodObject<{
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    cwd: z.ZodString;
    model: z.ZodOptional<z.ZodString>;
    mode: z.ZodOptional<z.ZodString>;
    approvalPolicy: z.ZodDefault<z.ZodEnum<{
        auto: "auto";
        fixed: "fixed";
        interactive: "interactive";
    }>>;
    verbosity: z.ZodDefault<z.ZodEnum<{
        full: "full";
        normal: "normal";
        summary: "summary";
    }>>;
    systemPromptAppend: z.ZodOptional<z.ZodString>;
    addDirs: z.ZodOptional<z.ZodArray<z.ZodString>>;
    allowedTools: z.ZodOptional<z.ZodArray<z.ZodString>>;
    env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    mcpServers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodDiscriminatedUnion<[z.ZodObject<{
        callTimeoutMs: z.ZodOptional<z.ZodNumber>;
        alwaysLoad: z.ZodOptional<z.ZodBoolean>;
        optional: z.ZodOptional<z.ZodBoolean>;
        transport: z.ZodLiteral<"stdio">;
        command: z.ZodString;
        args: z.ZodDefault<z.ZodArray<z.ZodString>>;
        env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>, z.ZodObject<{
        callTimeoutMs: z.ZodOptional<z.ZodNumber>;
        alwaysLoad: z.ZodOptional<z.ZodBoolean>;
        optional: z.ZodOptional<z.ZodBoolean>;
        transport: z.ZodLiteral<"http">;
        url: z.ZodURL;
        headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>], "transport">>>;
    trusted: z.ZodDefault<z.ZodBoolean>;
    runId: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type SessionSpec = z.infer<typeof SessionSpec>;
declare const ResumeSpec: z.ZodObject<{
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    cwd: z.ZodString;
    model: z.ZodOptional<z.ZodString>;
    mode: z.ZodOptional<z.ZodString>;
    approvalPolicy: z.ZodDefault<z.ZodEnum<{
        auto: "auto";
        fixed: "fixed";
        interactive: "interactive";
    }>>;
    verbosity: z.ZodDefault<z.ZodEnum<{
        full: "full";
        normal: "normal";
        summary: "summary";
    }>>;
    systemPromptAppend: z.ZodOptional<z.ZodString>;
    addDirs: z.ZodOptional<z.ZodArray<z.ZodString>>;
    allowedTools: z.ZodOptional<z.ZodArray<z.ZodString>>;
    env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    mcpServers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodDiscriminatedUnion<[z.ZodObject<{
        callTimeoutMs: z.ZodOptional<z.ZodNumber>;
        alwaysLoad: z.ZodOptional<z.ZodBoolean>;
        optional: z.ZodOptional<z.ZodBoolean>;
        transport: z.ZodLiteral<"stdio">;
        command: z.ZodString;
        args: z.ZodDefault<z.ZodArray<z.ZodString>>;
        env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>, z.ZodObject<{
        callTimeoutMs: z.ZodOptional<z.ZodNumber>;
        alwaysLoad: z.ZodOptional<z.ZodBoolean>;
        optional: z.ZodOptional<z.ZodBoolean>;
        transport: z.ZodLiteral<"http">;
        url: z.ZodURL;
        headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>], "transport">>>;
    trusted: z.ZodDefault<z.ZodBoolean>;
    runId: z.ZodOptional<z.ZodString>;
    backendSessionId: z.ZodString;
    fork: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strip>;
type ResumeSpec = z.infer<typeof ResumeSpec>;
interface AgentBackend {
    describe(): BackendDescription;
    probe(signal?: AbortSignal): Promise<ProbeResult>;
    start(spec: SessionSpec, hooks: AgentHooks, signal?: AbortSignal): Promise<AgentRun>;
    resume(spec: ResumeSpec, hooks: AgentHooks, signal?: AbortSignal): Promise<AgentRun>;
    listModels?(signal?: AbortSignal): Promise<readonly AgentModel[]>;
    inspectProject?(dir: string): Promise<ProjectConfig>;
    readonly history?: NativeHistory;
}
interface AgentRun extends AsyncDisposable {
    readonly events: AsyncIterable<AgentEvent>;
    readonly eventBatches?: AsyncIterable<readonly AgentEvent[]>;
    send(input: AgentInput): Promise<void>;
    steer(input: AgentInput): Promise<void>;
    interrupt(): Promise<void>;
    setMode?(mode: string): Promise<void>;
    setModel?(model: string): Promise<void>;
    close(): Promise<void>;
}
interface AgentHooks {
    requestApproval?(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
    askUser?(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply>;
}
interface ApprovalAnswer {
    readonly decision: Decision;
    readonly by: DecidedBy;
}
interface AgentModel {
    readonly id: string;
    readonly displayName?: string;
    readonly description?: string;
    readonly isDefault: boolean;
}
interface CredentialFile {
    readonly folder: string;
    readonly folderEnv?: string;
    readonly file: string;
}
interface BackendDescription {
    readonly id: string;
    readonly displayName: string;
    readonly capabilities: BackendCapabilities;
    readonly executables: readonly string[];
    readonly executableEnv?: string;
    readonly installHint: string;
    readonly credentialFiles?: readonly CredentialFile[];
    readonly versions?: {
        readonly oldest: string;
        readonly tested: readonly string[];
    };
    readonly mcpCallTimeoutMs?: number;
    readonly appendsSystemPrompt?: boolean;
    readonly modes?: readonly string[];
}
interface ProbeResult {
    readonly installed: boolean;
    readonly path?: string;
    readonly version?: string;
    readonly versionStatus?: "newer" | "older" | "tested" | "unknown" | "unsupported";
    readonly loggedIn?: boolean;
    readonly hint?: string;
}
interface ProjectConfig {
    readonly hash: string;
    readonly items: readonly ProjectConfigItem[];
}
interface ProjectConfigItem {
    readonly file: string;
    readonly kind: "allowRule" | "env" | "helper" | "hook" | "mcpServer" | "mode" | "other" | "plugin" | "unreadable";
    readonly text: string;
}
declare const ErrorCode: z.ZodEnum<{
    apiError: "apiError";
    approvalChannel: "approvalChannel";
    authenticationFailed: "authenticationFailed";
    contextTooLong: "contextTooLong";
    crashed: "crashed";
    exitedEarly: "exitedEarly";
    internal: "internal";
    invalidRequest: "invalidRequest";
    lineTooLong: "lineTooLong";
    maxTurns: "maxTurns";
    modelNotFound: "modelNotFound";
    network: "network";
    notInstalled: "notInstalled";
    notLoggedIn: "notLoggedIn";
    notTrusted: "notTrusted";
    outputTooLong: "outputTooLong";
    overloaded: "overloaded";
    permissionDenied: "permissionDenied";
    protocolViolation: "protocolViolation";
    rateLimited: "rateLimited";
    refused: "refused";
    sessionBusy: "sessionBusy";
    setupFailed: "setupFailed";
    spawnFailed: "spawnFailed";
    storageFailed: "storageFailed";
    streamCut: "streamCut";
    tooOld: "tooOld";
    unknownSession: "unknownSession";
    unsupported: "unsupported";
}>;
type ErrorCode = z.infer<typeof ErrorCode>;
declare const PlanEntry: z.ZodObject<{
    text: z.ZodString;
    status: z.ZodEnum<{
        completed: "completed";
        inProgress: "inProgress";
        pending: "pending";
    }>;
}, z.core.$strip>;
type PlanEntry = z.infer<typeof PlanEntry>;
declare class NucleicError extends Error {
    readonly name = "NucleicError";
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    constructor(code: ErrorCode, message: string, options?: ErrorOptions & {
        hint?: string | undefined;
    });
}
declare const ToolName: z.ZodEnum<{
    AskUser: "AskUser";
    Bash: "Bash";
    Edit: "Edit";
    ExitPlan: "ExitPlan";
    Glob: "Glob";
    Grep: "Grep";
    Mcp: "Mcp";
    MultiEdit: "MultiEdit";
    NotebookEdit: "NotebookEdit";
    Other: "Other";
    Read: "Read";
    Task: "Task";
    TodoWrite: "TodoWrite";
    WebFetch: "WebFetch";
    WebSearch: "WebSearch";
    Write: "Write";
}>;
type ToolName = z.infer<typeof ToolName>;
declare const ToolInput: z.ZodRecord<z.ZodString, z.ZodUnknown>;
type ToolInput = z.infer<typeof ToolInput>;
export { ToolName as $, BackendCapabilities as B, DecidedBy as D, ErrorCode as E, NucleicError as G, LineRange as L, McpServerSpec as M, PlanEntry as P, ProjectId as Q, Question as R, QuestionId as S, QuestionReply as T, QuestionRequest as U, ResumeSpec as V, Risk as W, SessionId as X, SessionSpec as Y, ToolCallId as Z, ToolInput as _, AgentEvent as a, TurnId as a0, Verbosity as a1, createIds as a2, idsFrom as a3, systemClock as a4, AgentInput as c, Answers as f, ApprovalId as h, ApprovalPolicy as i, ApprovalRequest as j, ApprovalSignature as k, ContentBlock as m, ContextPart as n, Decision as p, DecisionKind as q, DeviceId as r, IntentId as y };
export type { AgentBackend as A, Clock as C, NativeTranscript as F, HistoryEntry as H, Ids as I, ProbeResult as J, ProjectConfig as K, NativeHistory as N, ProjectConfigItem as O, AgentHooks as b, AgentModel as d, AgentRun as e, ApprovalAnswer as g, BackendDescription as l, CredentialFile as o, EventBody as s, EventBodyOf as t, EventKind as u, EventOf as v, HistoryListOptions as w, HistoryReadOptions as x, NativeReport as z };
import { z } from 'zod';
interface SignedDecision {
    readonly sessionId: SessionId;
    readonly approvalId: ApprovalId;
    readonly digest: string;
    readonly decision: Decision;
}
declare function approvalStatement({ sessionId, approvalId, digest, decision }: SignedDecision): string;
declare class AskEnded extends Error {
    readonly name: string;
    readonly by: "abandoned" | "withdrawn";
    constructor(by: "abandoned" | "withdrawn", message?: string);
}
declare function askApproval(hooks: AgentHooks, request: ApprovalRequest, signal: AbortSignal, { canModifyToolInput }: Pick<BackendCapabilities, "canModifyToolInput">): Promise<ApprovalAnswer>;
declare function askQuestions(hooks: AgentHooks, request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply>;
declare function backendForModel(model: string, overrides?: Readonly<Record<string, string>>): string | undefined;
declare function canonicalJson(value: unknown): string;
type StreamRule = "afterRunFinished" | "allowedByNobody" | "answeredWithoutQuestion" | "completedWithoutTurn" | "duplicateAnswer" | "duplicateApproval" | "duplicateCall" | "duplicateInput" | "duplicateQuestion" | "duplicateResolution" | "duplicateResult" | "duplicateRunFinished" | "duplicateTurn" | "inputWithoutCall" | "openCall" | "openText" | "openTurn" | "resolvedWithoutRequest" | "resultWithoutCall" | "seqNotIncreasing" | "textMismatch" | "unansweredQuestion" | "unresolvedApproval";
interface StreamFault {
    readonly index: number;
    readonly rule: StreamRule;
    readonly message: string;
}
interface StreamReport {
    readonly faults: readonly StreamFault[];
    readonly openApprovals: readonly string[];
    readonly openQuestions: readonly string[];
}
declare function checkStream(events: Iterable<AgentEvent>): StreamReport;
declare class StreamCheck {
    #private;
    take(event: AgentEvent): void;
    end(): StreamReport;
}
declare function isEventKind(kind: string): kind is EventKind;
declare const SessionStatus: z.ZodEnum<{
    archived: "archived";
    awaitingAnswer: "awaitingAnswer";
    awaitingApproval: "awaitingApproval";
    awaitingInput: "awaitingInput";
    created: "created";
    failed: "failed";
    finished: "finished";
    interrupted: "interrupted";
    preparing: "preparing";
    running: "running";
    starting: "starting";
}>;
type SessionStatus = z.infer<typeof SessionStatus>;
declare const Disposition: z.ZodEnum<{
    awaitingInput: "awaitingInput";
    blocked: "blocked";
    completed: "completed";
}>;
type Disposition = z.infer<typeof Disposition>;
declare const Outcome: z.ZodEnum<{
    completed: "completed";
    failed: "failed";
    interrupted: "interrupted";
}>;
type Outcome = z.infer<typeof Outcome>;
declare const EventError: z.ZodObject<{
    code: z.ZodEnum<{
        apiError: "apiError";
        approvalChannel: "approvalChannel";
        authenticationFailed: "authenticationFailed";
        contextTooLong: "contextTooLong";
        crashed: "crashed";
        exitedEarly: "exitedEarly";
        internal: "internal";
        invalidRequest: "invalidRequest";
        lineTooLong: "lineTooLong";
        maxTurns: "maxTurns";
        modelNotFound: "modelNotFound";
        network: "network";
        notInstalled: "notInstalled";
        notLoggedIn: "notLoggedIn";
        notTrusted: "notTrusted";
        outputTooLong: "outputTooLong";
        overloaded: "overloaded";
        permissionDenied: "permissionDenied";
        protocolViolation: "protocolViolation";
        rateLimited: "rateLimited";
        refused: "refused";
        sessionBusy: "sessionBusy";
        setupFailed: "setupFailed";
        spawnFailed: "spawnFailed";
        storageFailed: "storageFailed";
        streamCut: "streamCut";
        tooOld: "tooOld";
        unknownSession: "unknownSession";
        unsupported: "unsupported";
    }>;
    message: z.ZodString;
    hint: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type EventError = z.infer<typeof EventError>;
declare const ImportedFrom: z.ZodObject<{
    path: z.ZodString;
    sizeBytes: z.ZodNumber;
    importedAt: z.ZodNumber;
    degraded: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
type ImportedFrom = z.infer<typeof ImportedFrom>;
interface HostCommand {
    readonly command: string | readonly string[];
    readonly cwd?: string;
    readonly why: string;
}
type HostOutcome = {
    readonly ran: false;
    readonly message: string;
} | {
    readonly ran: true;
    readonly how: string;
    readonly ok: boolean;
    readonly output: string;
};
declare function intentTtlMs(kind: string): number;
declare function isLiveOnly(event: {
    readonly kind: string;
    readonly isPartial?: unknown;
}): boolean;
declare function mayDecide(decision: Decision, by: DecidedBy): boolean;
interface UnknownEvent {
    readonly kind: string;
    readonly [field: string]: unknown;
}
type ReadEvent = {
    readonly status: "ok";
    readonly event: AgentEvent;
} | {
    readonly status: "unknown";
    readonly event: UnknownEvent;
} | {
    readonly status: "invalid";
    readonly issues: readonly string[];
};
declare function readEvent(value: unknown): ReadEvent;
declare const PROTOCOL_VERSION = 1;
export { AskEnded as A, Disposition as D, EventError as E, ImportedFrom as I, Outcome as O, PROTOCOL_VERSION as P, SessionStatus as S, StreamCheck as c, approvalStatement as g, askApproval as h, askQuestions as i, backendForModel as j, canonicalJson as k, checkStream as l, intentTtlMs as m, isEventKind as n, isLiveOnly as o, mayDecide as p, readEvent as r };
export type { HostCommand as H, ReadEvent as R, UnknownEvent as U, HostOutcome as a, SignedDecision as b, StreamFault as d, StreamReport as e, StreamRule as f };
import { z } from 'zod';
declare const SandboxChoice: z.ZodEnum<{
    auto: "auto";
    container: "container";
    light: "light";
    none: "none";
}>;
type SandboxChoice = z.infer<typeof SandboxChoice>;
export { SandboxChoice };

// ./core
import 'zod';

// ./messages
import { z } from 'zod';
declare const ClientMessage: z.ZodDiscriminatedUnion<[z.ZodObject<{
    t: z.ZodLiteral<"hello">;
    v: z.ZodNumber;
    client: z.ZodObject<{
        name: z.ZodString;
        version: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"list">;
    since: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"subscribe">;
    sub: z.ZodString;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    from: z.ZodNullable<z.ZodObject<{
        logId: z.ZodString;
        seq: z.ZodNumber;
    }, z.core.$strip>>;
    tail: z.ZodOptional<z.ZodNumber>;
    verbosity: z.ZodEnum<{
        full: "full";
        normal: "normal";
        summary: "summary";
    }>;
    credit: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"unsubscribe">;
    sub: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"verbosity">;
    sub: z.ZodString;
    level: z.ZodEnum<{
        full: "full";
        normal: "normal";
        summary: "summary";
    }>;
    from: z.ZodObject<{
        logId: z.ZodString;
        seq: z.ZodNumber;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"credit">;
    sub: z.ZodString;
    credit: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"ack">;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    logId: z.ZodString;
    seq: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"range">;
    req: z.ZodString;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    logId: z.ZodString;
    fromSeq: z.ZodNumber;
    toSeq: z.ZodNumber;
    verbosity: z.ZodEnum<{
        full: "full";
        normal: "normal";
        summary: "summary";
    }>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"blob">;
    req: z.ZodString;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    ref: z.ZodString;
    offset: z.ZodNumber;
    length: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"intent">;
    id: z.core.$ZodBranded<z.ZodString, "IntentId", "out">;
    kind: z.ZodString;
    sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
    args: z.ZodUnknown;
    basis: z.ZodOptional<z.ZodObject<{
        logId: z.ZodString;
        seq: z.ZodNumber;
    }, z.core.$strip>>;
    ageMs: z.ZodOptional<z.ZodNumber>;
    ttlMs: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"query">;
    req: z.ZodString;
    kind: z.ZodString;
    args: z.ZodUnknown;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"presence">;
    state: z.ZodEnum<{
        active: "active";
        away: "away";
        idle: "idle";
    }>;
    focus: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"ping">;
    c: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"bye">;
}, z.core.$strip>], "t">;
type ClientMessage = z.infer<typeof ClientMessage>;
type ClientMessageOf<T extends ClientMessage["t"]> = Extract<ClientMessage, {
    t: T;
}>;
declare const DeviceScope: z.ZodEnum<{
    approve: "approve";
    control: "control";
    view: "view";
}>;
type DeviceScope = z.infer<typeof DeviceScope>;
declare const DeviceLimits: z.ZodObject<{
    projects: z.ZodOptional<z.ZodArray<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>>;
    maxRisk: z.ZodOptional<z.ZodEnum<{
        destructive: "destructive";
        execute: "execute";
        network: "network";
        read: "read";
        unknown: "unknown";
        write: "write";
    }>>;
    hours: z.ZodOptional<z.ZodObject<{
        from: z.ZodNumber;
        to: z.ZodNumber;
    }, z.core.$strip>>;
    expiresAt: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
type DeviceLimits = z.infer<typeof DeviceLimits>;
declare const DeviceItem: z.ZodObject<{
    id: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
    name: z.ZodString;
    platform: z.ZodOptional<z.ZodString>;
    state: z.ZodEnum<{
        active: "active";
        revoked: "revoked";
        unconfirmed: "unconfirmed";
    }>;
    scopes: z.ZodArray<z.ZodEnum<{
        approve: "approve";
        control: "control";
        view: "view";
    }>>;
    limits: z.ZodObject<{
        projects: z.ZodOptional<z.ZodArray<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>>;
        maxRisk: z.ZodOptional<z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>>;
        hours: z.ZodOptional<z.ZodObject<{
            from: z.ZodNumber;
            to: z.ZodNumber;
        }, z.core.$strip>>;
        expiresAt: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
    approvalKey: z.ZodOptional<z.ZodString>;
    isConnected: z.ZodBoolean;
    pairedAt: z.ZodNumber;
    lastSeenAt: z.ZodOptional<z.ZodNumber>;
    revokedAt: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
type DeviceItem = z.infer<typeof DeviceItem>;
declare const PairingState: z.ZodDiscriminatedUnion<[z.ZodObject<{
    state: z.ZodLiteral<"open">;
    link: z.ZodString;
    expiresAt: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    state: z.ZodLiteral<"asking">;
    deviceId: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
    deviceName: z.ZodString;
    platform: z.ZodString;
    requestedScopes: z.ZodArray<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    state: z.ZodLiteral<"over">;
    outcome: z.ZodEnum<{
        burnt: "burnt";
        closed: "closed";
        expired: "expired";
        lost: "lost";
        paired: "paired";
        refused: "refused";
    }>;
    deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
}, z.core.$strip>], "state">;
type PairingState = z.infer<typeof PairingState>;
declare const Scope: z.ZodEnum<{
    admin: "admin";
    approve: "approve";
    control: "control";
    view: "view";
}>;
type Scope = z.infer<typeof Scope>;
interface IntentKindSpec {
    readonly scope: Scope;
    readonly onSession: boolean;
    readonly args: z.ZodType;
    readonly result: z.ZodType;
}
declare const intentKinds: {
    readonly start: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            input: z.ZodObject<{
                text: z.ZodString;
                context: z.ZodDefault<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"file">;
                    path: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"selection">;
                    path: z.ZodString;
                    lines: z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>;
                    text: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"diffComment">;
                    path: z.ZodString;
                    lines: z.ZodOptional<z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>>;
                    hunk: z.ZodString;
                    comment: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"image">;
                    mediaType: z.ZodString;
                    data: z.ZodString;
                    name: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"session">;
                    title: z.ZodString;
                    text: z.ZodString;
                }, z.core.$strip>], "kind">>>;
            }, z.core.$strip>;
            model: z.ZodOptional<z.ZodString>;
            mode: z.ZodOptional<z.ZodString>;
            sandbox: z.ZodOptional<z.ZodEnum<{
                auto: "auto";
                container: "container";
                light: "light";
                none: "none";
            }>>;
            allowedHosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            approvals: z.ZodOptional<z.ZodObject<{
                policy: z.ZodBoolean;
                otherwise: z.ZodEnum<{
                    ask: "ask";
                    deny: "deny";
                }>;
            }, z.core.$strip>>;
            env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            backend: z.ZodString;
            title: z.ZodOptional<z.ZodString>;
            ship: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        }, z.core.$strip>;
    };
    readonly resume: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            model: z.ZodOptional<z.ZodString>;
            mode: z.ZodOptional<z.ZodString>;
            sandbox: z.ZodOptional<z.ZodEnum<{
                auto: "auto";
                container: "container";
                light: "light";
                none: "none";
            }>>;
            allowedHosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            approvals: z.ZodOptional<z.ZodObject<{
                policy: z.ZodBoolean;
                otherwise: z.ZodEnum<{
                    ask: "ask";
                    deny: "deny";
                }>;
            }, z.core.$strip>>;
            env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            input: z.ZodOptional<z.ZodObject<{
                text: z.ZodString;
                context: z.ZodDefault<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"file">;
                    path: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"selection">;
                    path: z.ZodString;
                    lines: z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>;
                    text: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"diffComment">;
                    path: z.ZodString;
                    lines: z.ZodOptional<z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>>;
                    hunk: z.ZodString;
                    comment: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"image">;
                    mediaType: z.ZodString;
                    data: z.ZodString;
                    name: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"session">;
                    title: z.ZodString;
                    text: z.ZodString;
                }, z.core.$strip>], "kind">>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly fork: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            model: z.ZodOptional<z.ZodString>;
            mode: z.ZodOptional<z.ZodString>;
            sandbox: z.ZodOptional<z.ZodEnum<{
                auto: "auto";
                container: "container";
                light: "light";
                none: "none";
            }>>;
            allowedHosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            approvals: z.ZodOptional<z.ZodObject<{
                policy: z.ZodBoolean;
                otherwise: z.ZodEnum<{
                    ask: "ask";
                    deny: "deny";
                }>;
            }, z.core.$strip>>;
            env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            input: z.ZodOptional<z.ZodObject<{
                text: z.ZodString;
                context: z.ZodDefault<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"file">;
                    path: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"selection">;
                    path: z.ZodString;
                    lines: z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>;
                    text: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"diffComment">;
                    path: z.ZodString;
                    lines: z.ZodOptional<z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>>;
                    hunk: z.ZodString;
                    comment: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"image">;
                    mediaType: z.ZodString;
                    data: z.ZodString;
                    name: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"session">;
                    title: z.ZodString;
                    text: z.ZodString;
                }, z.core.$strip>], "kind">>>;
            }, z.core.$strip>>;
            title: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        }, z.core.$strip>;
    };
    readonly prompt: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            input: z.ZodObject<{
                text: z.ZodString;
                context: z.ZodDefault<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"file">;
                    path: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"selection">;
                    path: z.ZodString;
                    lines: z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>;
                    text: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"diffComment">;
                    path: z.ZodString;
                    lines: z.ZodOptional<z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>>;
                    hunk: z.ZodString;
                    comment: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"image">;
                    mediaType: z.ZodString;
                    data: z.ZodString;
                    name: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"session">;
                    title: z.ZodString;
                    text: z.ZodString;
                }, z.core.$strip>], "kind">>>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly steer: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            input: z.ZodObject<{
                text: z.ZodString;
                context: z.ZodDefault<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"file">;
                    path: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"selection">;
                    path: z.ZodString;
                    lines: z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>;
                    text: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"diffComment">;
                    path: z.ZodString;
                    lines: z.ZodOptional<z.ZodObject<{
                        start: z.ZodNumber;
                        end: z.ZodNumber;
                    }, z.core.$strip>>;
                    hunk: z.ZodString;
                    comment: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"image">;
                    mediaType: z.ZodString;
                    data: z.ZodString;
                    name: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"session">;
                    title: z.ZodString;
                    text: z.ZodString;
                }, z.core.$strip>], "kind">>>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly interrupt: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly stop: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            settled: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly setModel: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            model: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly setMode: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            mode: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly approve: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            approvalId: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
            digest: z.ZodString;
            decision: z.ZodUnion<readonly [z.ZodObject<{
                kind: z.ZodLiteral<"allow">;
                updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"allowAlways">;
                scope: z.ZodEnum<{
                    project: "project";
                    session: "session";
                }>;
                pattern: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            signature: z.ZodOptional<z.ZodObject<{
                key: z.ZodString;
                digest: z.ZodString;
                value: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            outcome: z.ZodEnum<{
                accepted: "accepted";
                alreadyResolved: "alreadyResolved";
            }>;
            decision: z.ZodDiscriminatedUnion<[z.ZodObject<{
                kind: z.ZodLiteral<"allow">;
                updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"allowAlways">;
                scope: z.ZodEnum<{
                    project: "project";
                    session: "session";
                }>;
                pattern: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"deny">;
                message: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"cancelRun">;
                message: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>], "kind">;
            by: z.ZodObject<{
                by: z.ZodString;
                deviceId: z.ZodOptional<z.ZodString>;
                rule: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
        }, z.core.$strip>;
    };
    readonly deny: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            approvalId: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
            message: z.ZodOptional<z.ZodString>;
            cancelRun: z.ZodOptional<z.ZodBoolean>;
            digest: z.ZodOptional<z.ZodString>;
            signature: z.ZodOptional<z.ZodObject<{
                key: z.ZodString;
                digest: z.ZodString;
                value: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            outcome: z.ZodEnum<{
                accepted: "accepted";
                alreadyResolved: "alreadyResolved";
            }>;
            decision: z.ZodDiscriminatedUnion<[z.ZodObject<{
                kind: z.ZodLiteral<"allow">;
                updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"allowAlways">;
                scope: z.ZodEnum<{
                    project: "project";
                    session: "session";
                }>;
                pattern: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"deny">;
                message: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"cancelRun">;
                message: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>], "kind">;
            by: z.ZodObject<{
                by: z.ZodString;
                deviceId: z.ZodOptional<z.ZodString>;
                rule: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
        }, z.core.$strip>;
    };
    readonly answer: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            questionId: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
            answers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            outcome: z.ZodEnum<{
                accepted: "accepted";
                alreadyResolved: "alreadyResolved";
            }>;
            reply: z.ZodDiscriminatedUnion<[z.ZodObject<{
                kind: z.ZodLiteral<"answered">;
                answers: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>;
                by: z.ZodObject<{
                    by: z.ZodEnum<{
                        abandoned: "abandoned";
                        expired: "expired";
                        noAnswerer: "noAnswerer";
                        person: "person";
                        policy: "policy";
                        rule: "rule";
                        withdrawn: "withdrawn";
                    }>;
                    deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
                    rule: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"declined">;
                message: z.ZodOptional<z.ZodString>;
                by: z.ZodObject<{
                    by: z.ZodEnum<{
                        abandoned: "abandoned";
                        expired: "expired";
                        noAnswerer: "noAnswerer";
                        person: "person";
                        policy: "policy";
                        rule: "rule";
                        withdrawn: "withdrawn";
                    }>;
                    deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
                    rule: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>;
            }, z.core.$strip>], "kind">;
        }, z.core.$strip>;
    };
    readonly markDone: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly ship: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            on: z.ZodBoolean;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly archive: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly integrate: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            target: z.ZodOptional<z.ZodString>;
            message: z.ZodOptional<z.ZodString>;
            strategy: z.ZodOptional<z.ZodEnum<{
                merge: "merge";
                rebase: "rebase";
                squash: "squash";
            }>>;
            verify: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            outcome: z.ZodEnum<{
                conflicted: "conflicted";
                integrated: "integrated";
                nothingToDo: "nothingToDo";
                parked: "parked";
                rejected: "rejected";
            }>;
            target: z.ZodString;
            commit: z.ZodOptional<z.ZodString>;
            checkout: z.ZodOptional<z.ZodString>;
            nestedRepositories: z.ZodOptional<z.ZodArray<z.ZodString>>;
            conflicts: z.ZodOptional<z.ZodArray<z.ZodObject<{
                path: z.ZodString;
                kinds: z.ZodArray<z.ZodString>;
                messages: z.ZodArray<z.ZodString>;
            }, z.core.$strip>>>;
            message: z.ZodOptional<z.ZodString>;
            reason: z.ZodOptional<z.ZodString>;
            ref: z.ZodOptional<z.ZodString>;
            paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strip>;
    };
    readonly cancelIntegration: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly openPullRequest: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            base: z.ZodOptional<z.ZodString>;
            body: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            url: z.ZodString;
            created: z.ZodBoolean;
            commit: z.ZodString;
        }, z.core.$strip>;
    };
    readonly discard: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            purge: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            worktree: z.ZodEnum<{
                none: "none";
                removed: "removed";
                shared: "shared";
            }>;
            branch: z.ZodOptional<z.ZodString>;
            ref: z.ZodOptional<z.ZodString>;
            sharedWith: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
        }, z.core.$strip>;
    };
    readonly undo: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{
            cwd: z.ZodOptional<z.ZodString>;
            branch: z.ZodOptional<z.ZodString>;
            nested: z.ZodArray<z.ZodString>;
        }, z.core.$strip>;
    };
    readonly revokeRule: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            ruleId: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly addProject: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            path: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
        }, z.core.$strip>;
    };
    readonly configureProject: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            name: z.ZodOptional<z.ZodString>;
            defaultBranch: z.ZodOptional<z.ZodString>;
            defaultBackend: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            worktreeBase: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            setupScript: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            setupPolicy: z.ZodOptional<z.ZodEnum<{
                block: "block";
                warn: "warn";
            }>>;
            prewarm: z.ZodOptional<z.ZodNumber>;
            sandbox: z.ZodOptional<z.ZodNullable<z.ZodEnum<{
                auto: "auto";
                container: "container";
                light: "light";
                none: "none";
            }>>>;
            allowedHosts: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>;
            gitGuard: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly removeProject: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly trust: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            backend: z.ZodString;
            hash: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly untrust: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            backend: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly dropSalvage: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            salvages: z.ZodArray<z.ZodObject<{
                ref: z.ZodString;
                commit: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            dropped: z.ZodArray<z.ZodString>;
        }, z.core.$strip>;
    };
    readonly setNotifications: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            level: z.ZodOptional<z.ZodEnum<{
                all: "all";
                needed: "needed";
                off: "off";
            }>>;
            projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
            quietHours: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                from: z.ZodString;
                to: z.ZodString;
                timeZone: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly importSession: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            backend: z.ZodString;
            backendSessionId: z.ZodString;
            projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
            again: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            outcome: z.ZodEnum<{
                grown: "grown";
                imported: "imported";
                known: "known";
                noProject: "noProject";
            }>;
            sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
            records: z.ZodOptional<z.ZodNumber>;
            report: z.ZodOptional<z.ZodObject<{
                lines: z.ZodNumber;
                damagedLines: z.ZodNumber;
                passedOver: z.ZodRecord<z.ZodString, z.ZodNumber>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    readonly beginPairing: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{
            pairingId: z.ZodString;
        }, z.core.$strip>;
    };
    readonly confirmPairing: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            pairingId: z.ZodString;
            digits: z.ZodString;
            scopes: z.ZodArray<z.ZodEnum<{
                approve: "approve";
                control: "control";
                view: "view";
            }>>;
            limits: z.ZodOptional<z.ZodObject<{
                projects: z.ZodOptional<z.ZodArray<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>>;
                maxRisk: z.ZodOptional<z.ZodEnum<{
                    destructive: "destructive";
                    execute: "execute";
                    network: "network";
                    read: "read";
                    unknown: "unknown";
                    write: "write";
                }>>;
                hours: z.ZodOptional<z.ZodObject<{
                    from: z.ZodNumber;
                    to: z.ZodNumber;
                }, z.core.$strip>>;
                expiresAt: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            outcome: z.ZodEnum<{
                lost: "lost";
                paired: "paired";
                refused: "refused";
            }>;
            deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        }, z.core.$strip>;
    };
    readonly cancelPairing: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            pairingId: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly revokeDevice: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            deviceId: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly changeDevice: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            deviceId: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
            name: z.ZodOptional<z.ZodString>;
            scopes: z.ZodOptional<z.ZodArray<z.ZodEnum<{
                approve: "approve";
                control: "control";
                view: "view";
            }>>>;
            limits: z.ZodOptional<z.ZodObject<{
                projects: z.ZodOptional<z.ZodArray<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>>;
                maxRisk: z.ZodOptional<z.ZodEnum<{
                    destructive: "destructive";
                    execute: "execute";
                    network: "network";
                    read: "read";
                    unknown: "unknown";
                    write: "write";
                }>>;
                hours: z.ZodOptional<z.ZodObject<{
                    from: z.ZodNumber;
                    to: z.ZodNumber;
                }, z.core.$strip>>;
                expiresAt: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly rotateHostKey: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{
            until: z.ZodNumber;
        }, z.core.$strip>;
    };
    readonly setPush: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{
            endpoint: z.ZodString;
            keys: z.ZodObject<{
                p256dh: z.ZodString;
                auth: z.ZodString;
            }, z.core.$strip>;
        }, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
    readonly clearPush: {
        scope: "admin" | "approve" | "control" | "view";
        onSession: boolean;
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{}, z.core.$strip>;
    };
};
type IntentKind = keyof typeof intentKinds;
type IntentArgs<K extends IntentKind> = z.infer<(typeof intentKinds)[K]["args"]>;
type IntentResult<K extends IntentKind> = z.infer<(typeof intentKinds)[K]["result"]>;
declare function isIntentKind(kind: string): kind is IntentKind;
declare const Cursor: z.ZodObject<{
    logId: z.ZodString;
    seq: z.ZodNumber;
}, z.core.$strip>;
type Cursor = z.infer<typeof Cursor>;
declare const SessionItem: z.ZodObject<{
    id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
    title: z.ZodString;
    backend: z.ZodString;
    backendSessionId: z.ZodOptional<z.ZodString>;
    model: z.ZodOptional<z.ZodString>;
    sandbox: z.ZodOptional<z.ZodString>;
    status: z.ZodEnum<{
        archived: "archived";
        awaitingAnswer: "awaitingAnswer";
        awaitingApproval: "awaitingApproval";
        awaitingInput: "awaitingInput";
        created: "created";
        failed: "failed";
        finished: "finished";
        interrupted: "interrupted";
        preparing: "preparing";
        running: "running";
        starting: "starting";
    }>;
    disposition: z.ZodOptional<z.ZodEnum<{
        awaitingInput: "awaitingInput";
        blocked: "blocked";
        completed: "completed";
    }>>;
    cwd: z.ZodOptional<z.ZodString>;
    branch: z.ZodOptional<z.ZodString>;
    baseSha: z.ZodOptional<z.ZodString>;
    head: z.ZodNumber;
    pendingApprovals: z.ZodNumber;
    pendingQuestions: z.ZodNumber;
    diffstat: z.ZodOptional<z.ZodObject<{
        files: z.ZodNumber;
        added: z.ZodNumber;
        removed: z.ZodNumber;
        ahead: z.ZodNumber;
        behind: z.ZodNumber;
    }, z.core.$strip>>;
    forkedFrom: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
    isRunning: z.ZodBoolean;
    createdAt: z.ZodNumber;
    updatedAt: z.ZodNumber;
}, z.core.$strip>;
type SessionItem = z.infer<typeof SessionItem>;
declare const SessionSnapshot: z.ZodObject<{
    item: z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
        title: z.ZodString;
        backend: z.ZodString;
        backendSessionId: z.ZodOptional<z.ZodString>;
        model: z.ZodOptional<z.ZodString>;
        sandbox: z.ZodOptional<z.ZodString>;
        status: z.ZodEnum<{
            archived: "archived";
            awaitingAnswer: "awaitingAnswer";
            awaitingApproval: "awaitingApproval";
            awaitingInput: "awaitingInput";
            created: "created";
            failed: "failed";
            finished: "finished";
            interrupted: "interrupted";
            preparing: "preparing";
            running: "running";
            starting: "starting";
        }>;
        disposition: z.ZodOptional<z.ZodEnum<{
            awaitingInput: "awaitingInput";
            blocked: "blocked";
            completed: "completed";
        }>>;
        cwd: z.ZodOptional<z.ZodString>;
        branch: z.ZodOptional<z.ZodString>;
        baseSha: z.ZodOptional<z.ZodString>;
        head: z.ZodNumber;
        pendingApprovals: z.ZodNumber;
        pendingQuestions: z.ZodNumber;
        diffstat: z.ZodOptional<z.ZodObject<{
            files: z.ZodNumber;
            added: z.ZodNumber;
            removed: z.ZodNumber;
            ahead: z.ZodNumber;
            behind: z.ZodNumber;
        }, z.core.$strip>>;
        forkedFrom: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
        isRunning: z.ZodBoolean;
        createdAt: z.ZodNumber;
        updatedAt: z.ZodNumber;
    }, z.core.$strip>;
    approvals: z.ZodArray<z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
        sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
        tool: z.ZodEnum<{
            AskUser: "AskUser";
            Bash: "Bash";
            Edit: "Edit";
            ExitPlan: "ExitPlan";
            Glob: "Glob";
            Grep: "Grep";
            Mcp: "Mcp";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Other: "Other";
            Read: "Read";
            Task: "Task";
            TodoWrite: "TodoWrite";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Write: "Write";
        }>;
        nativeTool: z.ZodString;
        input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        cwd: z.ZodString;
        paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
        diff: z.ZodOptional<z.ZodString>;
        agentId: z.ZodOptional<z.ZodString>;
        serverHints: z.ZodOptional<z.ZodObject<{
            readOnly: z.ZodOptional<z.ZodBoolean>;
            destructive: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        reason: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodEnum<{
            allow: "allow";
            allowAlways: "allowAlways";
            cancelRun: "cancelRun";
            deny: "deny";
        }>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
        summary: z.ZodOptional<z.ZodString>;
        risk: z.ZodOptional<z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>>;
        riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
        digest: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    questions: z.ZodArray<z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
        sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
        questions: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            text: z.ZodString;
            header: z.ZodOptional<z.ZodString>;
            options: z.ZodArray<z.ZodObject<{
                label: z.ZodString;
                description: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>;
            multiSelect: z.ZodBoolean;
            freeText: z.ZodBoolean;
            secret: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
}, z.core.$strip>;
type SessionSnapshot = z.infer<typeof SessionSnapshot>;
declare const ProjectItem: z.ZodObject<{
    id: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
    name: z.ZodString;
    rootPath: z.ZodString;
    defaultBranch: z.ZodString;
    defaultBackend: z.ZodOptional<z.ZodString>;
    worktreeBase: z.ZodOptional<z.ZodString>;
    setupScript: z.ZodOptional<z.ZodString>;
    setupPolicy: z.ZodEnum<{
        block: "block";
        warn: "warn";
    }>;
    prewarm: z.ZodOptional<z.ZodNumber>;
    sandbox: z.ZodOptional<z.ZodEnum<{
        auto: "auto";
        container: "container";
        light: "light";
        none: "none";
    }>>;
    allowedHosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
    gitGuard: z.ZodOptional<z.ZodBoolean>;
    createdAt: z.ZodNumber;
}, z.core.$strip>;
type ProjectItem = z.infer<typeof ProjectItem>;
declare const BackendItem: z.ZodObject<{
    id: z.ZodString;
    displayName: z.ZodString;
    capabilities: z.ZodObject<{
        interactiveApprovals: z.ZodBoolean;
        canModifyToolInput: z.ZodBoolean;
        partialMessageStreaming: z.ZodBoolean;
        followUpWhileRunning: z.ZodBoolean;
        emitsFileChangeEvents: z.ZodBoolean;
        reportsCost: z.ZodBoolean;
        canFork: z.ZodBoolean;
        canSetModel: z.ZodBoolean;
        canSetMode: z.ZodBoolean;
        supportsImages: z.ZodBoolean;
        mcpInjection: z.ZodBoolean;
    }, z.core.$strip>;
    installHint: z.ZodString;
    modes: z.ZodOptional<z.ZodArray<z.ZodString>>;
    installed: z.ZodBoolean;
    path: z.ZodOptional<z.ZodString>;
    version: z.ZodOptional<z.ZodString>;
    versionStatus: z.ZodOptional<z.ZodString>;
    loggedIn: z.ZodOptional<z.ZodBoolean>;
    hint: z.ZodOptional<z.ZodString>;
    oldestVersion: z.ZodOptional<z.ZodString>;
    failure: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type BackendItem = z.infer<typeof BackendItem>;
declare const ModelItem: z.ZodObject<{
    id: z.ZodString;
    displayName: z.ZodOptional<z.ZodString>;
    description: z.ZodOptional<z.ZodString>;
    isDefault: z.ZodBoolean;
}, z.core.$strip>;
type ModelItem = z.infer<typeof ModelItem>;
declare const RuleItem: z.ZodObject<{
    id: z.ZodString;
    scope: z.ZodEnum<{
        project: "project";
        session: "session";
    }>;
    sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
    projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
    tool: z.ZodEnum<{
        AskUser: "AskUser";
        Bash: "Bash";
        Edit: "Edit";
        ExitPlan: "ExitPlan";
        Glob: "Glob";
        Grep: "Grep";
        Mcp: "Mcp";
        MultiEdit: "MultiEdit";
        NotebookEdit: "NotebookEdit";
        Other: "Other";
        Read: "Read";
        Task: "Task";
        TodoWrite: "TodoWrite";
        WebFetch: "WebFetch";
        WebSearch: "WebSearch";
        Write: "Write";
    }>;
    nativeTool: z.ZodString;
    covers: z.ZodString;
    match: z.ZodObject<{
        kind: z.ZodString;
    }, z.core.$loose>;
    createdAt: z.ZodNumber;
}, z.core.$strip>;
type RuleItem = z.infer<typeof RuleItem>;
declare const SearchHitItem: z.ZodObject<{
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
    seq: z.ZodNumber;
    at: z.ZodNumber;
    kind: z.ZodString;
    text: z.ZodString;
    marks: z.ZodArray<z.ZodTuple<[z.ZodNumber, z.ZodNumber], null>>;
}, z.core.$strip>;
type SearchHitItem = z.infer<typeof SearchHitItem>;
declare const UsageItem: z.ZodObject<{
    key: z.ZodString;
    inputTokens: z.ZodNumber;
    cachedInputTokens: z.ZodNumber;
    outputTokens: z.ZodNumber;
    reasoningTokens: z.ZodNumber;
    costUSD: z.ZodOptional<z.ZodNumber>;
    isCostPartial: z.ZodBoolean;
}, z.core.$strip>;
type UsageItem = z.infer<typeof UsageItem>;
declare const ConflictItem: z.ZodObject<{
    path: z.ZodString;
    kinds: z.ZodArray<z.ZodString>;
    messages: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
type ConflictItem = z.infer<typeof ConflictItem>;
declare const ForecastItem: z.ZodDiscriminatedUnion<[z.ZodObject<{
    id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    target: z.ZodString;
    paths: z.ZodArray<z.ZodString>;
    outcome: z.ZodLiteral<"clean">;
}, z.core.$strip>, z.ZodObject<{
    conflicts: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        kinds: z.ZodArray<z.ZodString>;
        messages: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    target: z.ZodString;
    paths: z.ZodArray<z.ZodString>;
    outcome: z.ZodLiteral<"conflicted">;
}, z.core.$strip>, z.ZodObject<{
    outcome: z.ZodLiteral<"unknown">;
    id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    code: z.ZodString;
    message: z.ZodString;
}, z.core.$strip>], "outcome">;
type ForecastItem = z.infer<typeof ForecastItem>;
declare const SalvageItem: z.ZodObject<{
    ref: z.ZodString;
    commit: z.ZodString;
    sessionId: z.ZodString;
    createdAt: z.ZodNumber;
    bytes: z.ZodNumber;
    expired: z.ZodBoolean;
}, z.core.$strip>;
type SalvageItem = z.infer<typeof SalvageItem>;
declare const NativeSessionItem: z.ZodObject<{
    backend: z.ZodString;
    backendSessionId: z.ZodString;
    path: z.ZodString;
    cwd: z.ZodOptional<z.ZodString>;
    title: z.ZodOptional<z.ZodString>;
    createdAt: z.ZodNumber;
    updatedAt: z.ZodNumber;
    sizeBytes: z.ZodNumber;
    sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
    hasGrown: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
type NativeSessionItem = z.infer<typeof NativeSessionItem>;
declare const PastRequestItem: z.ZodObject<{
    request: z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
        sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
        tool: z.ZodEnum<{
            AskUser: "AskUser";
            Bash: "Bash";
            Edit: "Edit";
            ExitPlan: "ExitPlan";
            Glob: "Glob";
            Grep: "Grep";
            Mcp: "Mcp";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Other: "Other";
            Read: "Read";
            Task: "Task";
            TodoWrite: "TodoWrite";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Write: "Write";
        }>;
        nativeTool: z.ZodString;
        input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        cwd: z.ZodString;
        paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
        diff: z.ZodOptional<z.ZodString>;
        agentId: z.ZodOptional<z.ZodString>;
        serverHints: z.ZodOptional<z.ZodObject<{
            readOnly: z.ZodOptional<z.ZodBoolean>;
            destructive: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        reason: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodEnum<{
            allow: "allow";
            allowAlways: "allowAlways";
            cancelRun: "cancelRun";
            deny: "deny";
        }>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
        summary: z.ZodOptional<z.ZodString>;
        risk: z.ZodOptional<z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>>;
        riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
        digest: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    folder: z.ZodString;
    backend: z.ZodString;
    decision: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"allow">;
        updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"allowAlways">;
        scope: z.ZodEnum<{
            project: "project";
            session: "session";
        }>;
        pattern: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"deny">;
        message: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"cancelRun">;
        message: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>], "kind">>;
    decidedBy: z.ZodOptional<z.ZodEnum<{
        abandoned: "abandoned";
        expired: "expired";
        noAnswerer: "noAnswerer";
        person: "person";
        policy: "policy";
        rule: "rule";
        withdrawn: "withdrawn";
    }>>;
}, z.core.$strip>;
type PastRequestItem = z.infer<typeof PastRequestItem>;
declare const NotifyLevel: z.ZodEnum<{
    all: "all";
    needed: "needed";
    off: "off";
}>;
type NotifyLevel = z.infer<typeof NotifyLevel>;
declare const QuietHours: z.ZodObject<{
    from: z.ZodString;
    to: z.ZodString;
    timeZone: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type QuietHours = z.infer<typeof QuietHours>;
declare const NotificationsItem: z.ZodObject<{
    level: z.ZodEnum<{
        all: "all";
        needed: "needed";
        off: "off";
    }>;
    projects: z.ZodRecord<z.ZodString, z.ZodEnum<{
        all: "all";
        needed: "needed";
        off: "off";
    }>>;
    sessions: z.ZodRecord<z.ZodString, z.ZodEnum<{
        all: "all";
        needed: "needed";
        off: "off";
    }>>;
    quietHours: z.ZodOptional<z.ZodObject<{
        from: z.ZodString;
        to: z.ZodString;
        timeZone: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
type NotificationsItem = z.infer<typeof NotificationsItem>;
interface QueryKindSpec {
    readonly scope: Scope;
    readonly args: z.ZodType;
    readonly result: z.ZodType;
}
declare const queryKinds: {
    readonly projects: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodArray<z.ZodObject<{
            id: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            name: z.ZodString;
            rootPath: z.ZodString;
            defaultBranch: z.ZodString;
            defaultBackend: z.ZodOptional<z.ZodString>;
            worktreeBase: z.ZodOptional<z.ZodString>;
            setupScript: z.ZodOptional<z.ZodString>;
            setupPolicy: z.ZodEnum<{
                block: "block";
                warn: "warn";
            }>;
            prewarm: z.ZodOptional<z.ZodNumber>;
            sandbox: z.ZodOptional<z.ZodEnum<{
                auto: "auto";
                container: "container";
                light: "light";
                none: "none";
            }>>;
            allowedHosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            gitGuard: z.ZodOptional<z.ZodBoolean>;
            createdAt: z.ZodNumber;
        }, z.core.$strip>>;
    };
    readonly projectAt: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            path: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{
            project: z.ZodOptional<z.ZodObject<{
                id: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
                name: z.ZodString;
                rootPath: z.ZodString;
                defaultBranch: z.ZodString;
                defaultBackend: z.ZodOptional<z.ZodString>;
                worktreeBase: z.ZodOptional<z.ZodString>;
                setupScript: z.ZodOptional<z.ZodString>;
                setupPolicy: z.ZodEnum<{
                    block: "block";
                    warn: "warn";
                }>;
                prewarm: z.ZodOptional<z.ZodNumber>;
                sandbox: z.ZodOptional<z.ZodEnum<{
                    auto: "auto";
                    container: "container";
                    light: "light";
                    none: "none";
                }>>;
                allowedHosts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                gitGuard: z.ZodOptional<z.ZodBoolean>;
                createdAt: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    readonly backends: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            probe: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            displayName: z.ZodString;
            capabilities: z.ZodObject<{
                interactiveApprovals: z.ZodBoolean;
                canModifyToolInput: z.ZodBoolean;
                partialMessageStreaming: z.ZodBoolean;
                followUpWhileRunning: z.ZodBoolean;
                emitsFileChangeEvents: z.ZodBoolean;
                reportsCost: z.ZodBoolean;
                canFork: z.ZodBoolean;
                canSetModel: z.ZodBoolean;
                canSetMode: z.ZodBoolean;
                supportsImages: z.ZodBoolean;
                mcpInjection: z.ZodBoolean;
            }, z.core.$strip>;
            installHint: z.ZodString;
            modes: z.ZodOptional<z.ZodArray<z.ZodString>>;
            installed: z.ZodBoolean;
            path: z.ZodOptional<z.ZodString>;
            version: z.ZodOptional<z.ZodString>;
            versionStatus: z.ZodOptional<z.ZodString>;
            loggedIn: z.ZodOptional<z.ZodBoolean>;
            hint: z.ZodOptional<z.ZodString>;
            oldestVersion: z.ZodOptional<z.ZodString>;
            failure: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    };
    readonly models: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            backend: z.ZodString;
        }, z.core.$strip>;
        result: z.ZodObject<{
            models: z.ZodOptional<z.ZodArray<z.ZodObject<{
                id: z.ZodString;
                displayName: z.ZodOptional<z.ZodString>;
                description: z.ZodOptional<z.ZodString>;
                isDefault: z.ZodBoolean;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
    };
    readonly rules: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
            sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
        }, z.core.$strip>;
        result: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            scope: z.ZodEnum<{
                project: "project";
                session: "session";
            }>;
            sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
            projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
            tool: z.ZodEnum<{
                AskUser: "AskUser";
                Bash: "Bash";
                Edit: "Edit";
                ExitPlan: "ExitPlan";
                Glob: "Glob";
                Grep: "Grep";
                Mcp: "Mcp";
                MultiEdit: "MultiEdit";
                NotebookEdit: "NotebookEdit";
                Other: "Other";
                Read: "Read";
                Task: "Task";
                TodoWrite: "TodoWrite";
                WebFetch: "WebFetch";
                WebSearch: "WebSearch";
                Write: "Write";
            }>;
            nativeTool: z.ZodString;
            covers: z.ZodString;
            match: z.ZodObject<{
                kind: z.ZodString;
            }, z.core.$loose>;
            createdAt: z.ZodNumber;
        }, z.core.$strip>>;
    };
    readonly search: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            query: z.ZodString;
            limit: z.ZodOptional<z.ZodNumber>;
            projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
            maxWaitMs: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            hits: z.ZodArray<z.ZodObject<{
                sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
                projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
                seq: z.ZodNumber;
                at: z.ZodNumber;
                kind: z.ZodString;
                text: z.ZodString;
                marks: z.ZodArray<z.ZodTuple<[z.ZodNumber, z.ZodNumber], null>>;
            }, z.core.$strip>>;
            isComplete: z.ZodBoolean;
        }, z.core.$strip>;
    };
    readonly usage: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            by: z.ZodOptional<z.ZodEnum<{
                day: "day";
                model: "model";
                project: "project";
                session: "session";
                turn: "turn";
            }>>;
            from: z.ZodOptional<z.ZodNumber>;
            to: z.ZodOptional<z.ZodNumber>;
            projectId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>;
            sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
            days: z.ZodOptional<z.ZodEnum<{
                local: "local";
                utc: "utc";
            }>>;
        }, z.core.$strip>;
        result: z.ZodArray<z.ZodObject<{
            key: z.ZodString;
            inputTokens: z.ZodNumber;
            cachedInputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            reasoningTokens: z.ZodNumber;
            costUSD: z.ZodOptional<z.ZodNumber>;
            isCostPartial: z.ZodBoolean;
        }, z.core.$strip>>;
    };
    readonly diff: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
            fromByte: z.ZodOptional<z.ZodNumber>;
            maxBytes: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            patch: z.ZodString;
            isCut: z.ZodBoolean;
            sizeBytes: z.ZodNumber;
            hash: z.ZodString;
            files: z.ZodArray<z.ZodObject<{
                path: z.ZodString;
                added: z.ZodNumber;
                removed: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    readonly files: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
            query: z.ZodString;
            limit: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            paths: z.ZodArray<z.ZodString>;
            isCut: z.ZodBoolean;
        }, z.core.$strip>;
    };
    readonly trust: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            backend: z.ZodString;
            sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            hash: z.ZodString;
            isTrusted: z.ZodBoolean;
            items: z.ZodArray<z.ZodObject<{
                file: z.ZodString;
                kind: z.ZodString;
                text: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    readonly conflicts: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            target: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            sessions: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
                target: z.ZodString;
                paths: z.ZodArray<z.ZodString>;
                outcome: z.ZodLiteral<"clean">;
            }, z.core.$strip>, z.ZodObject<{
                conflicts: z.ZodArray<z.ZodObject<{
                    path: z.ZodString;
                    kinds: z.ZodArray<z.ZodString>;
                    messages: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
                id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
                target: z.ZodString;
                paths: z.ZodArray<z.ZodString>;
                outcome: z.ZodLiteral<"conflicted">;
            }, z.core.$strip>, z.ZodObject<{
                outcome: z.ZodLiteral<"unknown">;
                id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
                code: z.ZodString;
                message: z.ZodString;
            }, z.core.$strip>], "outcome">>;
            pairs: z.ZodArray<z.ZodObject<{
                sessions: z.ZodTuple<[z.core.$ZodBranded<z.ZodString, "SessionId", "out">, z.core.$ZodBranded<z.ZodString, "SessionId", "out">], null>;
                conflicts: z.ZodArray<z.ZodObject<{
                    path: z.ZodString;
                    kinds: z.ZodArray<z.ZodString>;
                    messages: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            skipped: z.ZodObject<{
                sessions: z.ZodArray<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
                pairs: z.ZodNumber;
            }, z.core.$strip>;
        }, z.core.$strip>;
    };
    readonly salvage: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            maxAgeMs: z.ZodOptional<z.ZodNumber>;
            maxBytes: z.ZodOptional<z.ZodNumber>;
            keepPerSession: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            salvages: z.ZodArray<z.ZodObject<{
                ref: z.ZodString;
                commit: z.ZodString;
                sessionId: z.ZodString;
                createdAt: z.ZodNumber;
                bytes: z.ZodNumber;
                expired: z.ZodBoolean;
            }, z.core.$strip>>;
            totalBytes: z.ZodNumber;
            expiredBytes: z.ZodNumber;
        }, z.core.$strip>;
    };
    readonly notifications: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{
            level: z.ZodEnum<{
                all: "all";
                needed: "needed";
                off: "off";
            }>;
            projects: z.ZodRecord<z.ZodString, z.ZodEnum<{
                all: "all";
                needed: "needed";
                off: "off";
            }>>;
            sessions: z.ZodRecord<z.ZodString, z.ZodEnum<{
                all: "all";
                needed: "needed";
                off: "off";
            }>>;
            quietHours: z.ZodOptional<z.ZodObject<{
                from: z.ZodString;
                to: z.ZodString;
                timeZone: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    readonly nativeSessions: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            backend: z.ZodOptional<z.ZodString>;
            at: z.ZodOptional<z.ZodString>;
            backendSessionId: z.ZodOptional<z.ZodString>;
            since: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            items: z.ZodArray<z.ZodObject<{
                backend: z.ZodString;
                backendSessionId: z.ZodString;
                path: z.ZodString;
                cwd: z.ZodOptional<z.ZodString>;
                title: z.ZodOptional<z.ZodString>;
                createdAt: z.ZodNumber;
                updatedAt: z.ZodNumber;
                sizeBytes: z.ZodNumber;
                sessionId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
                hasGrown: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
            isCut: z.ZodBoolean;
        }, z.core.$strip>;
    };
    readonly pastRequests: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
            skip: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        result: z.ZodObject<{
            requests: z.ZodArray<z.ZodObject<{
                request: z.ZodObject<{
                    id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
                    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
                    toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
                    tool: z.ZodEnum<{
                        AskUser: "AskUser";
                        Bash: "Bash";
                        Edit: "Edit";
                        ExitPlan: "ExitPlan";
                        Glob: "Glob";
                        Grep: "Grep";
                        Mcp: "Mcp";
                        MultiEdit: "MultiEdit";
                        NotebookEdit: "NotebookEdit";
                        Other: "Other";
                        Read: "Read";
                        Task: "Task";
                        TodoWrite: "TodoWrite";
                        WebFetch: "WebFetch";
                        WebSearch: "WebSearch";
                        Write: "Write";
                    }>;
                    nativeTool: z.ZodString;
                    input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
                    cwd: z.ZodString;
                    paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    diff: z.ZodOptional<z.ZodString>;
                    agentId: z.ZodOptional<z.ZodString>;
                    serverHints: z.ZodOptional<z.ZodObject<{
                        readOnly: z.ZodOptional<z.ZodBoolean>;
                        destructive: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                    reason: z.ZodOptional<z.ZodString>;
                    options: z.ZodArray<z.ZodEnum<{
                        allow: "allow";
                        allowAlways: "allowAlways";
                        cancelRun: "cancelRun";
                        deny: "deny";
                    }>>;
                    createdAt: z.ZodNumber;
                    expiresAt: z.ZodOptional<z.ZodNumber>;
                    summary: z.ZodOptional<z.ZodString>;
                    risk: z.ZodOptional<z.ZodEnum<{
                        destructive: "destructive";
                        execute: "execute";
                        network: "network";
                        read: "read";
                        unknown: "unknown";
                        write: "write";
                    }>>;
                    riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    digest: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>;
                folder: z.ZodString;
                backend: z.ZodString;
                decision: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"allow">;
                    updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"allowAlways">;
                    scope: z.ZodEnum<{
                        project: "project";
                        session: "session";
                    }>;
                    pattern: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"deny">;
                    message: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>, z.ZodObject<{
                    kind: z.ZodLiteral<"cancelRun">;
                    message: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>], "kind">>;
                decidedBy: z.ZodOptional<z.ZodEnum<{
                    abandoned: "abandoned";
                    expired: "expired";
                    noAnswerer: "noAnswerer";
                    person: "person";
                    policy: "policy";
                    rule: "rule";
                    withdrawn: "withdrawn";
                }>>;
            }, z.core.$strip>>;
            next: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
    };
    readonly devices: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            includeRevoked: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        result: z.ZodArray<z.ZodObject<{
            id: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
            name: z.ZodString;
            platform: z.ZodOptional<z.ZodString>;
            state: z.ZodEnum<{
                active: "active";
                revoked: "revoked";
                unconfirmed: "unconfirmed";
            }>;
            scopes: z.ZodArray<z.ZodEnum<{
                approve: "approve";
                control: "control";
                view: "view";
            }>>;
            limits: z.ZodObject<{
                projects: z.ZodOptional<z.ZodArray<z.core.$ZodBranded<z.ZodString, "ProjectId", "out">>>;
                maxRisk: z.ZodOptional<z.ZodEnum<{
                    destructive: "destructive";
                    execute: "execute";
                    network: "network";
                    read: "read";
                    unknown: "unknown";
                    write: "write";
                }>>;
                hours: z.ZodOptional<z.ZodObject<{
                    from: z.ZodNumber;
                    to: z.ZodNumber;
                }, z.core.$strip>>;
                expiresAt: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>;
            approvalKey: z.ZodOptional<z.ZodString>;
            isConnected: z.ZodBoolean;
            pairedAt: z.ZodNumber;
            lastSeenAt: z.ZodOptional<z.ZodNumber>;
            revokedAt: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>>;
    };
    readonly push: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{
            key: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
    };
    readonly pairing: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{
            pairingId: z.ZodString;
            after: z.ZodOptional<z.ZodEnum<{
                asking: "asking";
                open: "open";
            }>>;
        }, z.core.$strip>;
        result: z.ZodDiscriminatedUnion<[z.ZodObject<{
            state: z.ZodLiteral<"open">;
            link: z.ZodString;
            expiresAt: z.ZodNumber;
        }, z.core.$strip>, z.ZodObject<{
            state: z.ZodLiteral<"asking">;
            deviceId: z.core.$ZodBranded<z.ZodString, "DeviceId", "out">;
            deviceName: z.ZodString;
            platform: z.ZodString;
            requestedScopes: z.ZodArray<z.ZodString>;
        }, z.core.$strip>, z.ZodObject<{
            state: z.ZodLiteral<"over">;
            outcome: z.ZodEnum<{
                burnt: "burnt";
                closed: "closed";
                expired: "expired";
                lost: "lost";
                paired: "paired";
                refused: "refused";
            }>;
            deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        }, z.core.$strip>], "state">;
    };
    readonly health: {
        scope: "admin" | "approve" | "control" | "view";
        args: z.ZodObject<{}, z.core.$strip>;
        result: z.ZodObject<{
            hostVersion: z.ZodString;
            startedAt: z.ZodNumber;
            sessions: z.ZodNumber;
            clients: z.ZodNumber;
            storage: z.ZodEnum<{
                degraded: "degraded";
                ok: "ok";
            }>;
            recovered: z.ZodObject<{
                sessions: z.ZodNumber;
                runs: z.ZodNumber;
            }, z.core.$strip>;
            problems: z.ZodArray<z.ZodObject<{
                at: z.ZodNumber;
                code: z.ZodString;
                message: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
};
type QueryKind = keyof typeof queryKinds;
type QueryArgs<K extends QueryKind> = z.infer<(typeof queryKinds)[K]["args"]>;
type QueryResult<K extends QueryKind> = z.infer<(typeof queryKinds)[K]["result"]>;
declare function isQueryKind(kind: string): kind is QueryKind;
declare const Refusal: z.ZodObject<{
    code: z.ZodString;
    message: z.ZodString;
    hint: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type Refusal = z.infer<typeof Refusal>;
declare const ServerMessage: z.ZodDiscriminatedUnion<[z.ZodObject<{
    t: z.ZodLiteral<"welcome">;
    v: z.ZodNumber;
    host: z.ZodObject<{
        id: z.ZodString;
        version: z.ZodString;
    }, z.core.$strip>;
    scopes: z.ZodArray<z.ZodEnum<{
        admin: "admin";
        approve: "approve";
        control: "control";
        view: "view";
    }>>;
    serverTime: z.ZodNumber;
    limits: z.ZodObject<{
        messageBytes: z.ZodNumber;
        subscriptions: z.ZodNumber;
        credit: z.ZodNumber;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"sessions">;
    rev: z.ZodNumber;
    full: z.ZodBoolean;
    items: z.ZodArray<z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
        title: z.ZodString;
        backend: z.ZodString;
        backendSessionId: z.ZodOptional<z.ZodString>;
        model: z.ZodOptional<z.ZodString>;
        sandbox: z.ZodOptional<z.ZodString>;
        status: z.ZodEnum<{
            archived: "archived";
            awaitingAnswer: "awaitingAnswer";
            awaitingApproval: "awaitingApproval";
            awaitingInput: "awaitingInput";
            created: "created";
            failed: "failed";
            finished: "finished";
            interrupted: "interrupted";
            preparing: "preparing";
            running: "running";
            starting: "starting";
        }>;
        disposition: z.ZodOptional<z.ZodEnum<{
            awaitingInput: "awaitingInput";
            blocked: "blocked";
            completed: "completed";
        }>>;
        cwd: z.ZodOptional<z.ZodString>;
        branch: z.ZodOptional<z.ZodString>;
        baseSha: z.ZodOptional<z.ZodString>;
        head: z.ZodNumber;
        pendingApprovals: z.ZodNumber;
        pendingQuestions: z.ZodNumber;
        diffstat: z.ZodOptional<z.ZodObject<{
            files: z.ZodNumber;
            added: z.ZodNumber;
            removed: z.ZodNumber;
            ahead: z.ZodNumber;
            behind: z.ZodNumber;
        }, z.core.$strip>>;
        forkedFrom: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
        isRunning: z.ZodBoolean;
        createdAt: z.ZodNumber;
        updatedAt: z.ZodNumber;
    }, z.core.$strip>>;
    removed: z.ZodArray<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"asked">;
    full: z.ZodBoolean;
    approvals: z.ZodArray<z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
        sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
        tool: z.ZodEnum<{
            AskUser: "AskUser";
            Bash: "Bash";
            Edit: "Edit";
            ExitPlan: "ExitPlan";
            Glob: "Glob";
            Grep: "Grep";
            Mcp: "Mcp";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Other: "Other";
            Read: "Read";
            Task: "Task";
            TodoWrite: "TodoWrite";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Write: "Write";
        }>;
        nativeTool: z.ZodString;
        input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        cwd: z.ZodString;
        paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
        diff: z.ZodOptional<z.ZodString>;
        agentId: z.ZodOptional<z.ZodString>;
        serverHints: z.ZodOptional<z.ZodObject<{
            readOnly: z.ZodOptional<z.ZodBoolean>;
            destructive: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        reason: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodEnum<{
            allow: "allow";
            allowAlways: "allowAlways";
            cancelRun: "cancelRun";
            deny: "deny";
        }>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
        summary: z.ZodOptional<z.ZodString>;
        risk: z.ZodOptional<z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>>;
        riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
        digest: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    questions: z.ZodArray<z.ZodObject<{
        id: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
        sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
        toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
        questions: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            text: z.ZodString;
            header: z.ZodOptional<z.ZodString>;
            options: z.ZodArray<z.ZodObject<{
                label: z.ZodString;
                description: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>;
            multiSelect: z.ZodBoolean;
            freeText: z.ZodBoolean;
            secret: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    clipped: z.ZodOptional<z.ZodArray<z.ZodString>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"settled">;
    sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
    id: z.ZodString;
    by: z.ZodObject<{
        by: z.ZodEnum<{
            abandoned: "abandoned";
            expired: "expired";
            noAnswerer: "noAnswerer";
            person: "person";
            policy: "policy";
            rule: "rule";
            withdrawn: "withdrawn";
        }>;
        deviceId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "DeviceId", "out">>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    decision: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"allow">;
        updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"allowAlways">;
        scope: z.ZodEnum<{
            project: "project";
            session: "session";
        }>;
        pattern: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"deny">;
        message: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"cancelRun">;
        message: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>], "kind">>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"snapshot">;
    sub: z.ZodString;
    logId: z.ZodString;
    fromSeq: z.ZodNumber;
    atSeq: z.ZodNumber;
    items: z.ZodArray<z.ZodObject<{
        kind: z.ZodString;
    }, z.core.$loose>>;
    cost: z.ZodNumber;
    snapshot: z.ZodOptional<z.ZodObject<{
        item: z.ZodObject<{
            id: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
            projectId: z.core.$ZodBranded<z.ZodString, "ProjectId", "out">;
            title: z.ZodString;
            backend: z.ZodString;
            backendSessionId: z.ZodOptional<z.ZodString>;
            model: z.ZodOptional<z.ZodString>;
            sandbox: z.ZodOptional<z.ZodString>;
            status: z.ZodEnum<{
                archived: "archived";
                awaitingAnswer: "awaitingAnswer";
                awaitingApproval: "awaitingApproval";
                awaitingInput: "awaitingInput";
                created: "created";
                failed: "failed";
                finished: "finished";
                interrupted: "interrupted";
                preparing: "preparing";
                running: "running";
                starting: "starting";
            }>;
            disposition: z.ZodOptional<z.ZodEnum<{
                awaitingInput: "awaitingInput";
                blocked: "blocked";
                completed: "completed";
            }>>;
            cwd: z.ZodOptional<z.ZodString>;
            branch: z.ZodOptional<z.ZodString>;
            baseSha: z.ZodOptional<z.ZodString>;
            head: z.ZodNumber;
            pendingApprovals: z.ZodNumber;
            pendingQuestions: z.ZodNumber;
            diffstat: z.ZodOptional<z.ZodObject<{
                files: z.ZodNumber;
                added: z.ZodNumber;
                removed: z.ZodNumber;
                ahead: z.ZodNumber;
                behind: z.ZodNumber;
            }, z.core.$strip>>;
            forkedFrom: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "SessionId", "out">>;
            isRunning: z.ZodBoolean;
            createdAt: z.ZodNumber;
            updatedAt: z.ZodNumber;
        }, z.core.$strip>;
        approvals: z.ZodArray<z.ZodObject<{
            id: z.core.$ZodBranded<z.ZodString, "ApprovalId", "out">;
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
            toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
            tool: z.ZodEnum<{
                AskUser: "AskUser";
                Bash: "Bash";
                Edit: "Edit";
                ExitPlan: "ExitPlan";
                Glob: "Glob";
                Grep: "Grep";
                Mcp: "Mcp";
                MultiEdit: "MultiEdit";
                NotebookEdit: "NotebookEdit";
                Other: "Other";
                Read: "Read";
                Task: "Task";
                TodoWrite: "TodoWrite";
                WebFetch: "WebFetch";
                WebSearch: "WebSearch";
                Write: "Write";
            }>;
            nativeTool: z.ZodString;
            input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
            cwd: z.ZodString;
            paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
            diff: z.ZodOptional<z.ZodString>;
            agentId: z.ZodOptional<z.ZodString>;
            serverHints: z.ZodOptional<z.ZodObject<{
                readOnly: z.ZodOptional<z.ZodBoolean>;
                destructive: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
            reason: z.ZodOptional<z.ZodString>;
            options: z.ZodArray<z.ZodEnum<{
                allow: "allow";
                allowAlways: "allowAlways";
                cancelRun: "cancelRun";
                deny: "deny";
            }>>;
            createdAt: z.ZodNumber;
            expiresAt: z.ZodOptional<z.ZodNumber>;
            summary: z.ZodOptional<z.ZodString>;
            risk: z.ZodOptional<z.ZodEnum<{
                destructive: "destructive";
                execute: "execute";
                network: "network";
                read: "read";
                unknown: "unknown";
                write: "write";
            }>>;
            riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
            digest: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        questions: z.ZodArray<z.ZodObject<{
            id: z.core.$ZodBranded<z.ZodString, "QuestionId", "out">;
            sessionId: z.core.$ZodBranded<z.ZodString, "SessionId", "out">;
            toolCallId: z.ZodOptional<z.core.$ZodBranded<z.ZodString, "ToolCallId", "out">>;
            questions: z.ZodArray<z.ZodObject<{
                id: z.ZodString;
                text: z.ZodString;
                header: z.ZodOptional<z.ZodString>;
                options: z.ZodArray<z.ZodObject<{
                    label: z.ZodString;
                    description: z.ZodOptional<z.ZodString>;
                }, z.core.$strip>>;
                multiSelect: z.ZodBoolean;
                freeText: z.ZodBoolean;
                secret: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
            createdAt: z.ZodNumber;
            expiresAt: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"events">;
    sub: z.ZodString;
    logId: z.ZodString;
    from: z.ZodNumber;
    to: z.ZodNumber;
    items: z.ZodArray<z.ZodObject<{
        kind: z.ZodString;
    }, z.core.$loose>>;
    cost: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"partial">;
    sub: z.ZodString;
    after: z.ZodNumber;
    items: z.ZodArray<z.ZodObject<{
        kind: z.ZodString;
    }, z.core.$loose>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"live">;
    sub: z.ZodString;
    head: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"lag">;
    sub: z.ZodString;
    head: z.ZodNumber;
    next: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"reset">;
    sub: z.ZodString;
    reason: z.ZodEnum<{
        cursorAhead: "cursorAhead";
        failed: "failed";
        logChanged: "logChanged";
        sessionGone: "sessionGone";
    }>;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"intentResult">;
    id: z.core.$ZodBranded<z.ZodString, "IntentId", "out">;
    status: z.ZodEnum<{
        applied: "applied";
        rejected: "rejected";
        unknown: "unknown";
    }>;
    duplicate: z.ZodOptional<z.ZodBoolean>;
    result: z.ZodOptional<z.ZodUnknown>;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"queryResult">;
    req: z.ZodString;
    result: z.ZodOptional<z.ZodUnknown>;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"rangeResult">;
    req: z.ZodString;
    fromSeq: z.ZodNumber;
    toSeq: z.ZodNumber;
    items: z.ZodArray<z.ZodObject<{
        kind: z.ZodString;
    }, z.core.$loose>>;
    more: z.ZodBoolean;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"blobResult">;
    req: z.ZodString;
    offset: z.ZodNumber;
    sizeBytes: z.ZodNumber;
    data: z.ZodString;
    error: z.ZodOptional<z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"scopes">;
    scopes: z.ZodArray<z.ZodEnum<{
        admin: "admin";
        approve: "approve";
        control: "control";
        view: "view";
    }>>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"host">;
    state: z.ZodEnum<{
        draining: "draining";
        running: "running";
    }>;
    storage: z.ZodEnum<{
        degraded: "degraded";
        ok: "ok";
    }>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"error">;
    re: z.ZodOptional<z.ZodString>;
    error: z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"pong">;
    c: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    t: z.ZodLiteral<"bye">;
    reason: z.ZodString;
    retryAfterMs: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>], "t">;
type ServerMessage = z.infer<typeof ServerMessage>;
type ServerMessageOf<T extends ServerMessage["t"]> = Extract<ServerMessage, {
    t: T;
}>;
type ReadMessage<M> = {
    readonly status: "ok";
    readonly message: M;
} | {
    readonly status: "unknown";
    readonly t: string;
    readonly re?: string;
} | {
    readonly status: "invalid";
    readonly issues: readonly string[];
    readonly re?: string;
};
declare function readClientMessage(text: string): ReadMessage<ClientMessage>;
declare function readServerMessage(text: string): ReadMessage<ServerMessage>;
declare const ApprovalChoice: z.ZodObject<{
    policy: z.ZodBoolean;
    otherwise: z.ZodEnum<{
        ask: "ask";
        deny: "deny";
    }>;
}, z.core.$strip>;
type ApprovalChoice = z.infer<typeof ApprovalChoice>;
export { ApprovalChoice, BackendItem, ClientMessage, ConflictItem, Cursor, DeviceItem, DeviceLimits, DeviceScope, ForecastItem, ModelItem, NativeSessionItem, NotificationsItem, NotifyLevel, PairingState, PastRequestItem, ProjectItem, QuietHours, Refusal, RuleItem, SalvageItem, Scope, SearchHitItem, ServerMessage, SessionItem, SessionSnapshot, UsageItem, intentKinds, isIntentKind, isQueryKind, queryKinds, readClientMessage, readServerMessage };
export type { ClientMessageOf, IntentArgs, IntentKind, IntentKindSpec, IntentResult, QueryArgs, QueryKind, QueryKindSpec, QueryResult, ReadMessage, ServerMessageOf };

// ./testing
import * as zod from 'zod';
interface Gates {
    reached(name: string): Promise<void>;
    open(name: string): void;
}
interface GateKeeper extends Gates {
    pass(name: string, signal?: AbortSignal): Promise<void>;
}
declare function createGates(): GateKeeper;
type Step =
{
    readonly say: string;
    readonly chunks?: readonly string[];
} | {
    readonly think: string;
}
 | {
    readonly call: ToolName;
    readonly input: ToolInput;
    readonly id?: string;
}
 | {
    readonly native: string;
    readonly input: unknown;
    readonly id?: string;
}
 | {
    readonly usage: StepUsage;
} | {
    readonly delayMs: number;
}
 | {
    readonly gate: string;
}
 | {
    readonly httpError: number;
    readonly message?: string;
    readonly headers?: Readonly<Record<string, string>>;
}
 | {
    readonly cut: true;
}
 | {
    readonly malformed: true;
}
 | {
    readonly hang: true;
};
interface StepUsage {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedInputTokens?: number;
}
type Reply = readonly Step[];
interface Scenario {
    readonly name: string;
    readonly replies: readonly Reply[];
    readonly subagentReplies?: readonly Reply[];
}
declare class WatchedRun {
    #private;
    readonly run: AgentRun;
    readonly events: AgentEvent[];
    readonly ended: Promise<readonly AgentEvent[]>;
    constructor(run: AgentRun, paceMs?: number);
    all<K extends EventKind>(kind: K): readonly EventOf<K>[];
    nth<K extends EventKind>(kind: K, n?: number): Promise<EventOf<K>>;
    first<K extends EventKind>(kind: K, matches: (event: EventOf<K>) => boolean): Promise<EventOf<K>>;
    send(text: string): Promise<void>;
    turn(text: string): Promise<EventOf<"turnCompleted">>;
    get said(): string;
    close(): Promise<EventOf<"runFinished">>;
}
interface TestApi {
    describe(name: string, body: () => void): void;
    test(name: string, body: () => Promise<void>, timeoutMs?: number): void;
    expect(actual: unknown, message?: string): Expectation;
}
interface Expectation {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toMatchObject(expected: object): void;
    toContain(expected: unknown): void;
}
interface ContractSetting extends AsyncDisposable {
    readonly backend: AgentBackend;
    readonly spec: SessionSpec;
    readonly gates: Gates;
    requests(): readonly string[];
    readFile(path: string): Promise<string | undefined>;
}
interface ContractSuite<S extends ContractSetting = ContractSetting> {
    readonly name: string;
    readonly api: TestApi;
    readonly description: BackendDescription;
    open(scenario: Scenario): Promise<S>;
    readonly asksQuestions?: boolean;
    readonly denialReason?: "message" | "nowhere" | "result";
    readonly untoldStatuses?: readonly number[];
    readonly otherModel?: string;
    kill?(setting: S): Promise<void>;
    alive?(setting: S): Promise<boolean>;
    readonly timeoutMs?: number;
}
declare function backendContract<S extends ContractSetting>(suite: ContractSuite<S>): void;
type Envelope = Pick<EventOf<EventKind>, "at" | "origin" | "seq" | "sessionId" | "turnId" | "v">;
type EventPayload<K extends EventKind> = Omit<EventBodyOf<K>, "kind"> & Partial<Envelope>;
declare function eventFactory(sessionId?: string & zod.$brand<"SessionId">): <K extends EventKind>(kind: K, payload: EventPayload<K>) => EventOf<K>;
declare function sampleEvents(): readonly AgentEvent[];
type ScriptedStep = Step
 | {
    readonly plan: readonly PlanEntry[];
}
 | {
    readonly raw: unknown;
}
 | {
    readonly crash: {
        readonly exitCode?: number;
        readonly stderr?: string;
    };
};
interface Message {
    readonly role: "assistant" | "tool" | "user";
    readonly text: string;
}
interface ModelRequest {
    readonly input: AgentInput;
    readonly step: number;
    readonly results: readonly EventBodyOf<"toolResult">[];
    readonly history: readonly Message[];
    readonly model: string | undefined;
    readonly mode: string | undefined;
}
type Model = (request: ModelRequest) => readonly ScriptedStep[];
declare function scenarioModel(scenario: Scenario): Model;
interface Memories {
    load(backendSessionId: string): Promise<readonly Message[] | undefined>;
    save(backendSessionId: string, messages: readonly Message[]): Promise<void>;
}
interface Performed {
    readonly text?: string;
    readonly isError?: boolean;
    readonly exitCode?: number;
    readonly changes?: readonly Pick<EventOf<"fileChange">, "change" | "diff" | "movedTo" | "path">[];
}
type Perform = (tool: ToolName, input: ToolInput, spec: SessionSpec, signal: AbortSignal) => Promise<Performed>;
type Preview = (tool: ToolName, input: ToolInput, spec: SessionSpec) => Promise<Pick<ApprovalRequest, "diff" | "paths">>;
interface ScriptedOptions {
    readonly scenario: Scenario | Model;
    readonly perform?: Perform;
    readonly preview?: Preview;
    readonly capabilities?: Partial<BackendCapabilities>;
    readonly asks?: readonly ToolName[];
    readonly gates?: GateKeeper;
    readonly startError?: NucleicError;
    readonly id?: string;
    readonly displayName?: string;
    readonly modes?: readonly string[];
    readonly clock?: Clock;
    readonly ids?: Ids;
    readonly memories?: Memories;
    readonly paceMs?: number;
    readonly maxUnreadEvents?: number;
}
interface ScriptedBackend extends AgentBackend {
    crash(): void;
}
declare function scriptedBackend(options: ScriptedOptions): ScriptedBackend;
export { WatchedRun, backendContract, createGates, eventFactory, sampleEvents, scenarioModel, scriptedBackend };
export type { ContractSetting, ContractSuite, EventPayload, Expectation, GateKeeper, Gates, Memories, Message, Model, ModelRequest, Perform, Performed, Preview, Reply, Scenario, ScriptedBackend, ScriptedOptions, ScriptedStep, Step, StepUsage, TestApi };
