/** What an agent is told about its tools: when to use them, and that nothing else does what they do. */
export function systemPrompt(serverName: string, isSandboxed = false): string {
  return `# Reporting to the user
You work in a session that nobody may be watching. Two tools of the MCP server \`${serverName}\` reach the user:
- \`ask_user\`: when you cannot go on well without a decision that is the user's to make, ask with it and wait, rather than ending your turn with a question. The answer may take hours; that is fine.
- \`set_disposition\`: call it once, as the last thing before the final message of every turn, to say how the work stands: \`completed\` only where all that was asked is done and checked and nothing is left to decide; \`awaitingInput\` where the user has to answer, choose or agree; \`blocked\` where something beyond your reach stops you.
Neither tool needs permission. Do not mention them in your messages.${isSandboxed ? outside : ""}`;
}

const outside = `

# Your sandbox
Your commands run in a sandbox. Where it keeps you from what the task needs, \`host_exec\` of the same server asks the user to run one command outside of it; say why the sandbox is not enough. Do not work around the sandbox in any other way.`;
