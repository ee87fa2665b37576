// .
import { z } from 'zod';
declare const AgentEvent: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"sessionStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"turnStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"userMessage">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodString;
    tool: z.ZodEnum<{
        Bash: "Bash";
        Read: "Read";
        Write: "Write";
        Edit: "Edit";
        MultiEdit: "MultiEdit";
        NotebookEdit: "NotebookEdit";
        Glob: "Glob";
        Grep: "Grep";
        WebFetch: "WebFetch";
        WebSearch: "WebSearch";
        Task: "Task";
        TodoWrite: "TodoWrite";
        Mcp: "Mcp";
        AskUser: "AskUser";
        ExitPlan: "ExitPlan";
        Other: "Other";
    }>;
    nativeTool: z.ZodString;
    title: z.ZodOptional<z.ZodString>;
    parentToolCallId: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolCallInputDelta">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodString;
    partialJson: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolCallCompleted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodString;
    input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolOutputDelta">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodString;
    text: z.ZodString;
    stream: z.ZodOptional<z.ZodEnum<{
        stdout: "stdout";
        stderr: "stderr";
    }>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"toolResult">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodString;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    toolCallId: z.ZodOptional<z.ZodString>;
    path: z.ZodString;
    change: z.ZodEnum<{
        add: "add";
        update: "update";
        delete: "delete";
        rename: "rename";
    }>;
    movedTo: z.ZodOptional<z.ZodString>;
    diff: z.ZodOptional<z.ZodString>;
    inferred: z.ZodBoolean;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"planUpdated">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    entries: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        status: z.ZodEnum<{
            pending: "pending";
            inProgress: "inProgress";
            completed: "completed";
        }>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"approvalRequested">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    request: z.ZodObject<{
        id: z.ZodString;
        sessionId: z.ZodString;
        toolCallId: z.ZodOptional<z.ZodString>;
        tool: z.ZodEnum<{
            Bash: "Bash";
            Read: "Read";
            Write: "Write";
            Edit: "Edit";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Glob: "Glob";
            Grep: "Grep";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Task: "Task";
            TodoWrite: "TodoWrite";
            Mcp: "Mcp";
            AskUser: "AskUser";
            ExitPlan: "ExitPlan";
            Other: "Other";
        }>;
        nativeTool: z.ZodString;
        input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        cwd: z.ZodString;
        paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
        diff: z.ZodOptional<z.ZodString>;
        agentId: z.ZodOptional<z.ZodString>;
        reason: z.ZodOptional<z.ZodString>;
        options: z.ZodArray<z.ZodEnum<{
            allow: "allow";
            allowAlways: "allowAlways";
            deny: "deny";
            cancelRun: "cancelRun";
        }>>;
        createdAt: z.ZodNumber;
        expiresAt: z.ZodOptional<z.ZodNumber>;
        summary: z.ZodOptional<z.ZodString>;
        risk: z.ZodOptional<z.ZodEnum<{
            read: "read";
            write: "write";
            execute: "execute";
            network: "network";
            destructive: "destructive";
            unknown: "unknown";
        }>>;
        riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
        digest: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    auto: z.ZodOptional<z.ZodObject<{
        by: z.ZodEnum<{
            rule: "rule";
            policy: "policy";
        }>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"approvalResolved">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    approvalId: z.ZodString;
    decision: z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"allow">;
        updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"allowAlways">;
        scope: z.ZodEnum<{
            session: "session";
            project: "project";
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
            person: "person";
            rule: "rule";
            policy: "policy";
            expired: "expired";
            abandoned: "abandoned";
            withdrawn: "withdrawn";
            noAnswerer: "noAnswerer";
        }>;
        deviceId: z.ZodOptional<z.ZodString>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"questionAsked">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    questionId: z.ZodString;
    toolCallId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    questionId: z.ZodString;
    answers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>>;
    answeredBy: z.ZodObject<{
        by: z.ZodEnum<{
            person: "person";
            rule: "rule";
            policy: "policy";
            expired: "expired";
            abandoned: "abandoned";
            withdrawn: "withdrawn";
            noAnswerer: "noAnswerer";
        }>;
        deviceId: z.ZodOptional<z.ZodString>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"usage">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
            network: "network";
            notInstalled: "notInstalled";
            tooOld: "tooOld";
            notLoggedIn: "notLoggedIn";
            authenticationFailed: "authenticationFailed";
            permissionDenied: "permissionDenied";
            modelNotFound: "modelNotFound";
            rateLimited: "rateLimited";
            overloaded: "overloaded";
            invalidRequest: "invalidRequest";
            contextTooLong: "contextTooLong";
            outputTooLong: "outputTooLong";
            refused: "refused";
            maxTurns: "maxTurns";
            streamCut: "streamCut";
            apiError: "apiError";
            spawnFailed: "spawnFailed";
            exitedEarly: "exitedEarly";
            crashed: "crashed";
            protocolViolation: "protocolViolation";
            lineTooLong: "lineTooLong";
            unsupported: "unsupported";
            unknownSession: "unknownSession";
            sessionBusy: "sessionBusy";
            approvalChannel: "approvalChannel";
            notTrusted: "notTrusted";
            setupFailed: "setupFailed";
            storageFailed: "storageFailed";
            internal: "internal";
        }>;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    finalText: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"runFinished">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
            network: "network";
            notInstalled: "notInstalled";
            tooOld: "tooOld";
            notLoggedIn: "notLoggedIn";
            authenticationFailed: "authenticationFailed";
            permissionDenied: "permissionDenied";
            modelNotFound: "modelNotFound";
            rateLimited: "rateLimited";
            overloaded: "overloaded";
            invalidRequest: "invalidRequest";
            contextTooLong: "contextTooLong";
            outputTooLong: "outputTooLong";
            refused: "refused";
            maxTurns: "maxTurns";
            streamCut: "streamCut";
            apiError: "apiError";
            spawnFailed: "spawnFailed";
            exitedEarly: "exitedEarly";
            crashed: "crashed";
            protocolViolation: "protocolViolation";
            lineTooLong: "lineTooLong";
            unsupported: "unsupported";
            unknownSession: "unknownSession";
            sessionBusy: "sessionBusy";
            approvalChannel: "approvalChannel";
            notTrusted: "notTrusted";
            setupFailed: "setupFailed";
            storageFailed: "storageFailed";
            internal: "internal";
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    code: z.ZodEnum<{
        network: "network";
        notInstalled: "notInstalled";
        tooOld: "tooOld";
        notLoggedIn: "notLoggedIn";
        authenticationFailed: "authenticationFailed";
        permissionDenied: "permissionDenied";
        modelNotFound: "modelNotFound";
        rateLimited: "rateLimited";
        overloaded: "overloaded";
        invalidRequest: "invalidRequest";
        contextTooLong: "contextTooLong";
        outputTooLong: "outputTooLong";
        refused: "refused";
        maxTurns: "maxTurns";
        streamCut: "streamCut";
        apiError: "apiError";
        spawnFailed: "spawnFailed";
        exitedEarly: "exitedEarly";
        crashed: "crashed";
        protocolViolation: "protocolViolation";
        lineTooLong: "lineTooLong";
        unsupported: "unsupported";
        unknownSession: "unknownSession";
        sessionBusy: "sessionBusy";
        approvalChannel: "approvalChannel";
        notTrusted: "notTrusted";
        setupFailed: "setupFailed";
        storageFailed: "storageFailed";
        internal: "internal";
    }>;
    message: z.ZodString;
    hint: z.ZodOptional<z.ZodString>;
    recoverable: z.ZodBoolean;
    retryInMs: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"setupStarted">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    stream: z.ZodEnum<{
        stdout: "stdout";
        stderr: "stderr";
    }>;
    line: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"setupFinished">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    exitCode: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"statusChanged">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    from: z.ZodEnum<{
        failed: "failed";
        interrupted: "interrupted";
        created: "created";
        preparing: "preparing";
        starting: "starting";
        running: "running";
        awaitingApproval: "awaitingApproval";
        awaitingAnswer: "awaitingAnswer";
        awaitingInput: "awaitingInput";
        finished: "finished";
        archived: "archived";
    }>;
    to: z.ZodEnum<{
        failed: "failed";
        interrupted: "interrupted";
        created: "created";
        preparing: "preparing";
        starting: "starting";
        running: "running";
        awaitingApproval: "awaitingApproval";
        awaitingAnswer: "awaitingAnswer";
        awaitingInput: "awaitingInput";
        finished: "finished";
        archived: "archived";
    }>;
    reason: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"dispositionChanged">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    disposition: z.ZodEnum<{
        completed: "completed";
        awaitingInput: "awaitingInput";
        blocked: "blocked";
    }>;
    by: z.ZodEnum<{
        person: "person";
        rule: "rule";
        agent: "agent";
    }>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"integration">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
    at: z.ZodNumber;
    origin: z.ZodEnum<{
        backend: "backend";
        runtime: "runtime";
        user: "user";
    }>;
    phase: z.ZodEnum<{
        failed: "failed";
        queued: "queued";
        merging: "merging";
        verifying: "verifying";
        merged: "merged";
        parked: "parked";
        conflicted: "conflicted";
    }>;
    target: z.ZodString;
    sha: z.ZodOptional<z.ZodString>;
    paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
    message: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"diffstat">;
    v: z.ZodNumber;
    seq: z.ZodOptional<z.ZodNumber>;
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
    sessionId: z.ZodString;
    turnId: z.ZodOptional<z.ZodString>;
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
type EnvelopeKey = "v" | "seq" | "sessionId" | "turnId" | "at" | "origin";
type Body<E> = E extends AgentEvent ? Omit<E, EnvelopeKey> : never;
type EventBody = Body<AgentEvent>;
declare function isLiveOnly(event: Pick<AgentEvent, "kind"> & {
    isPartial?: boolean;
}): boolean;
interface Clock {
    now(): number;
    monotonicMs(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
declare const systemClock: Clock;
declare const SessionId: z.ZodString;
type SessionId = z.infer<typeof SessionId>;
declare const ProjectId: z.ZodString;
type ProjectId = z.infer<typeof ProjectId>;
declare const TurnId: z.ZodString;
type TurnId = z.infer<typeof TurnId>;
declare const ToolCallId: z.ZodString;
type ToolCallId = z.infer<typeof ToolCallId>;
declare const ApprovalId: z.ZodString;
type ApprovalId = z.infer<typeof ApprovalId>;
declare const QuestionId: z.ZodString;
type QuestionId = z.infer<typeof QuestionId>;
declare const DeviceId: z.ZodString;
type DeviceId = z.infer<typeof DeviceId>;
declare const IntentId: z.ZodString;
type IntentId = z.infer<typeof IntentId>;
interface Ids {
    session(): SessionId;
    project(): ProjectId;
    turn(): TurnId;
    approval(): ApprovalId;
    question(): QuestionId;
}
declare function createIds(clock: Clock): Ids;
declare function idsFrom(next: () => string): Ids;
declare const ToolName: z.ZodEnum<{
    Bash: "Bash";
    Read: "Read";
    Write: "Write";
    Edit: "Edit";
    MultiEdit: "MultiEdit";
    NotebookEdit: "NotebookEdit";
    Glob: "Glob";
    Grep: "Grep";
    WebFetch: "WebFetch";
    WebSearch: "WebSearch";
    Task: "Task";
    TodoWrite: "TodoWrite";
    Mcp: "Mcp";
    AskUser: "AskUser";
    ExitPlan: "ExitPlan";
    Other: "Other";
}>;
type ToolName = z.infer<typeof ToolName>;
declare const ToolInput: z.ZodRecord<z.ZodString, z.ZodUnknown>;
type ToolInput = z.infer<typeof ToolInput>;
export { AgentEvent as A, DeviceId as D, ProjectId as P, QuestionId as Q, SessionId as S, ToolCallId as T, ApprovalId as a, IntentId as d, ToolInput as e, ToolName as f, TurnId as g, createIds as h, idsFrom as i, isLiveOnly as j, systemClock as s };
export type { Clock as C, EventBody as E, Ids as I, EventKind as b, EventOf as c };
import { z } from 'zod';
declare const Risk: z.ZodEnum<{
    read: "read";
    write: "write";
    execute: "execute";
    network: "network";
    destructive: "destructive";
    unknown: "unknown";
}>;
type Risk = z.infer<typeof Risk>;
declare const DecisionKind: z.ZodEnum<{
    allow: "allow";
    allowAlways: "allowAlways";
    deny: "deny";
    cancelRun: "cancelRun";
}>;
type DecisionKind = z.infer<typeof DecisionKind>;
declare const Decision: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"allow">;
    updatedInput: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"allowAlways">;
    scope: z.ZodEnum<{
        session: "session";
        project: "project";
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
        person: "person";
        rule: "rule";
        policy: "policy";
        expired: "expired";
        abandoned: "abandoned";
        withdrawn: "withdrawn";
        noAnswerer: "noAnswerer";
    }>;
    deviceId: z.ZodOptional<z.ZodString>;
    rule: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type DecidedBy = z.infer<typeof DecidedBy>;
declare const ApprovalRequest: z.ZodObject<{
    id: z.ZodString;
    sessionId: z.ZodString;
    toolCallId: z.ZodOptional<z.ZodString>;
    tool: z.ZodEnum<{
        Bash: "Bash";
        Read: "Read";
        Write: "Write";
        Edit: "Edit";
        MultiEdit: "MultiEdit";
        NotebookEdit: "NotebookEdit";
        Glob: "Glob";
        Grep: "Grep";
        WebFetch: "WebFetch";
        WebSearch: "WebSearch";
        Task: "Task";
        TodoWrite: "TodoWrite";
        Mcp: "Mcp";
        AskUser: "AskUser";
        ExitPlan: "ExitPlan";
        Other: "Other";
    }>;
    nativeTool: z.ZodString;
    input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    cwd: z.ZodString;
    paths: z.ZodOptional<z.ZodArray<z.ZodString>>;
    diff: z.ZodOptional<z.ZodString>;
    agentId: z.ZodOptional<z.ZodString>;
    reason: z.ZodOptional<z.ZodString>;
    options: z.ZodArray<z.ZodEnum<{
        allow: "allow";
        allowAlways: "allowAlways";
        deny: "deny";
        cancelRun: "cancelRun";
    }>>;
    createdAt: z.ZodNumber;
    expiresAt: z.ZodOptional<z.ZodNumber>;
    summary: z.ZodOptional<z.ZodString>;
    risk: z.ZodOptional<z.ZodEnum<{
        read: "read";
        write: "write";
        execute: "execute";
        network: "network";
        destructive: "destructive";
        unknown: "unknown";
    }>>;
    riskReasons: z.ZodOptional<z.ZodArray<z.ZodString>>;
    digest: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type ApprovalRequest = z.infer<typeof ApprovalRequest>;
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
    id: z.ZodString;
    sessionId: z.ZodString;
    toolCallId: z.ZodOptional<z.ZodString>;
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
            person: "person";
            rule: "rule";
            policy: "policy";
            expired: "expired";
            abandoned: "abandoned";
            withdrawn: "withdrawn";
            noAnswerer: "noAnswerer";
        }>;
        deviceId: z.ZodOptional<z.ZodString>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"declined">;
    message: z.ZodOptional<z.ZodString>;
    by: z.ZodObject<{
        by: z.ZodEnum<{
            person: "person";
            rule: "rule";
            policy: "policy";
            expired: "expired";
            abandoned: "abandoned";
            withdrawn: "withdrawn";
            noAnswerer: "noAnswerer";
        }>;
        deviceId: z.ZodOptional<z.ZodString>;
        rule: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>], "kind">;
type QuestionReply = z.infer<typeof QuestionReply>;
declare const ApprovalPolicy: z.ZodEnum<{
    auto: "auto";
    interactive: "interactive";
    fixed: "fixed";
}>;
type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;
declare const Verbosity: z.ZodEnum<{
    summary: "summary";
    normal: "normal";
    full: "full";
}>;
type Verbosity = z.infer<typeof Verbosity>;
declare const McpServerSpec: z.ZodDiscriminatedUnion<[z.ZodObject<{
    transport: z.ZodLiteral<"stdio">;
    command: z.ZodString;
    args: z.ZodDefault<z.ZodArray<z.ZodString>>;
    env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
}, z.core.$strip>, z.ZodObject<{
    transport: z.ZodLiteral<"http">;
    url: z.ZodURL;
    headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
}, z.core.$strip>], "transport">;
type McpServerSpec = z.infer<typeof McpServerSpec>;
declare const SessionSpec: z.ZodObject<{
    sessionId: z.ZodString;
    cwd: z.ZodString;
    model: z.ZodOptional<z.ZodString>;
    mode: z.ZodOptional<z.ZodString>;
    approvalPolicy: z.ZodDefault<z.ZodEnum<{
        auto: "auto";
        interactive: "interactive";
        fixed: "fixed";
    }>>;
    verbosity: z.ZodDefault<z.ZodEnum<{
        summary: "summary";
        normal: "normal";
        full: "full";
    }>>;
    systemPromptAppend: z.ZodOptional<z.ZodString>;
    addDirs: z.ZodOptional<z.ZodArray<z.ZodString>>;
    allowedTools: z.ZodOptional<z.ZodArray<z.ZodString>>;
    env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    mcpServers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodDiscriminatedUnion<[z.ZodObject<{
        transport: z.ZodLiteral<"stdio">;
        command: z.ZodString;
        args: z.ZodDefault<z.ZodArray<z.ZodString>>;
        env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>, z.ZodObject<{
        transport: z.ZodLiteral<"http">;
        url: z.ZodURL;
        headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>], "transport">>>;
    trusted: z.ZodDefault<z.ZodBoolean>;
    runId: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type SessionSpec = z.infer<typeof SessionSpec>;
declare const ResumeSpec: z.ZodObject<{
    sessionId: z.ZodString;
    cwd: z.ZodString;
    model: z.ZodOptional<z.ZodString>;
    mode: z.ZodOptional<z.ZodString>;
    approvalPolicy: z.ZodDefault<z.ZodEnum<{
        auto: "auto";
        interactive: "interactive";
        fixed: "fixed";
    }>>;
    verbosity: z.ZodDefault<z.ZodEnum<{
        summary: "summary";
        normal: "normal";
        full: "full";
    }>>;
    systemPromptAppend: z.ZodOptional<z.ZodString>;
    addDirs: z.ZodOptional<z.ZodArray<z.ZodString>>;
    allowedTools: z.ZodOptional<z.ZodArray<z.ZodString>>;
    env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    mcpServers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodDiscriminatedUnion<[z.ZodObject<{
        transport: z.ZodLiteral<"stdio">;
        command: z.ZodString;
        args: z.ZodDefault<z.ZodArray<z.ZodString>>;
        env: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strip>, z.ZodObject<{
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
    inspectProject?(dir: string): Promise<ProjectConfig>;
}
interface AgentRun extends AsyncDisposable {
    readonly events: AsyncIterable<AgentEvent>;
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
interface BackendDescription {
    readonly id: string;
    readonly displayName: string;
    readonly capabilities: BackendCapabilities;
    readonly executables: readonly string[];
    readonly executableEnv?: string;
    readonly installHint: string;
    readonly versions?: {
        readonly oldest: string;
        readonly tested: readonly string[];
    };
    readonly modes?: readonly string[];
}
interface ProbeResult {
    readonly installed: boolean;
    readonly path?: string;
    readonly version?: string;
    readonly versionStatus?: "tested" | "newer" | "older" | "unsupported" | "unknown";
    readonly loggedIn?: boolean;
    readonly hint?: string;
}
interface ProjectConfig {
    readonly hash: string;
    readonly items: readonly ProjectConfigItem[];
}
interface ProjectConfigItem {
    readonly file: string;
    readonly kind: "hook" | "env" | "helper" | "mcpServer" | "allowRule" | "mode" | "plugin" | "other" | "unreadable";
    readonly text: string;
}
declare function canonicalJson(value: unknown): string;
interface StreamFault {
    readonly index: number;
    readonly rule: "resultWithoutCall" | "duplicateResult" | "duplicateCall" | "inputWithoutCall" | "duplicateInput" | "textMismatch" | "duplicateApproval" | "resolvedWithoutRequest" | "duplicateResolution" | "unresolvedApproval" | "answeredWithoutQuestion" | "duplicateAnswer" | "unansweredQuestion" | "completedWithoutTurn" | "duplicateTurn" | "openTurn" | "duplicateRunFinished" | "afterRunFinished" | "seqNotIncreasing";
    readonly message: string;
}
interface StreamReport {
    readonly faults: readonly StreamFault[];
    readonly openApprovals: readonly string[];
    readonly openQuestions: readonly string[];
}
declare function checkStream(events: Iterable<AgentEvent>): StreamReport;
declare const ErrorCode: z.ZodEnum<{
    network: "network";
    notInstalled: "notInstalled";
    tooOld: "tooOld";
    notLoggedIn: "notLoggedIn";
    authenticationFailed: "authenticationFailed";
    permissionDenied: "permissionDenied";
    modelNotFound: "modelNotFound";
    rateLimited: "rateLimited";
    overloaded: "overloaded";
    invalidRequest: "invalidRequest";
    contextTooLong: "contextTooLong";
    outputTooLong: "outputTooLong";
    refused: "refused";
    maxTurns: "maxTurns";
    streamCut: "streamCut";
    apiError: "apiError";
    spawnFailed: "spawnFailed";
    exitedEarly: "exitedEarly";
    crashed: "crashed";
    protocolViolation: "protocolViolation";
    lineTooLong: "lineTooLong";
    unsupported: "unsupported";
    unknownSession: "unknownSession";
    sessionBusy: "sessionBusy";
    approvalChannel: "approvalChannel";
    notTrusted: "notTrusted";
    setupFailed: "setupFailed";
    storageFailed: "storageFailed";
    internal: "internal";
}>;
type ErrorCode = z.infer<typeof ErrorCode>;
declare class NucleicError extends Error {
    readonly name = "NucleicError";
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    constructor(code: ErrorCode, message: string, options?: ErrorOptions & {
        hint?: string | undefined;
    });
}
declare const PlanEntry: z.ZodObject<{
    text: z.ZodString;
    status: z.ZodEnum<{
        pending: "pending";
        inProgress: "inProgress";
        completed: "completed";
    }>;
}, z.core.$strip>;
type PlanEntry = z.infer<typeof PlanEntry>;
declare const SessionStatus: z.ZodEnum<{
    failed: "failed";
    interrupted: "interrupted";
    created: "created";
    preparing: "preparing";
    starting: "starting";
    running: "running";
    awaitingApproval: "awaitingApproval";
    awaitingAnswer: "awaitingAnswer";
    awaitingInput: "awaitingInput";
    finished: "finished";
    archived: "archived";
}>;
type SessionStatus = z.infer<typeof SessionStatus>;
declare const Disposition: z.ZodEnum<{
    completed: "completed";
    awaitingInput: "awaitingInput";
    blocked: "blocked";
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
        network: "network";
        notInstalled: "notInstalled";
        tooOld: "tooOld";
        notLoggedIn: "notLoggedIn";
        authenticationFailed: "authenticationFailed";
        permissionDenied: "permissionDenied";
        modelNotFound: "modelNotFound";
        rateLimited: "rateLimited";
        overloaded: "overloaded";
        invalidRequest: "invalidRequest";
        contextTooLong: "contextTooLong";
        outputTooLong: "outputTooLong";
        refused: "refused";
        maxTurns: "maxTurns";
        streamCut: "streamCut";
        apiError: "apiError";
        spawnFailed: "spawnFailed";
        exitedEarly: "exitedEarly";
        crashed: "crashed";
        protocolViolation: "protocolViolation";
        lineTooLong: "lineTooLong";
        unsupported: "unsupported";
        unknownSession: "unknownSession";
        sessionBusy: "sessionBusy";
        approvalChannel: "approvalChannel";
        notTrusted: "notTrusted";
        setupFailed: "setupFailed";
        storageFailed: "storageFailed";
        internal: "internal";
    }>;
    message: z.ZodString;
    hint: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
type EventError = z.infer<typeof EventError>;
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
export { AgentEvent, AgentInput, Answers, ApprovalPolicy, ApprovalRequest, BackendCapabilities, ContentBlock, ContextPart, DecidedBy, Decision, DecisionKind, Disposition, ErrorCode, EventError, LineRange, McpServerSpec, NucleicError, Outcome, PROTOCOL_VERSION, PlanEntry, Question, QuestionReply, QuestionRequest, ResumeSpec, Risk, SessionSpec, SessionStatus, Verbosity, canonicalJson, checkStream, readEvent };
export type { AgentBackend, AgentHooks, AgentRun, ApprovalAnswer, BackendDescription, ProbeResult, ProjectConfig, ProjectConfigItem, ReadEvent, StreamFault, StreamReport, UnknownEvent };

// ./testing
import 'zod';
type Payload<K extends EventKind> = Omit<EventOf<K>, "v" | "seq" | "sessionId" | "at" | "origin" | "kind"> & Partial<Pick<AgentEvent, "origin" | "at">>;
declare function eventFactory(sessionId?: SessionId): <K extends EventKind>(kind: K, payload: Payload<K>) => EventOf<K>;
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
type Reply = readonly Step[];
interface Scenario {
    readonly name: string;
    readonly replies: readonly Reply[];
}
export { eventFactory };
export type { Reply, Scenario, Step };
