/** The one file the demo agent works on. */
export const demoFile = "nucleic-demo.mjs";

/** What that file is at the beginning, in the demo's own repository. */
export const demoSource = `const greeting = "hi";

console.log(\`\${greeting}, \${process.argv[2] ?? "world"}\`);
`;

/** The line that holds the greeting; the demo agent edits it and nothing else. */
export const greetingLine = /^const greeting = .*;$/m;

/** The tones a person can choose from, and what each one makes of the greeting. A free answer is used as it is. */
export const tones: Readonly<Record<string, { readonly greeting: string; readonly about: string }>> = {
  Friendly: { greeting: "Hello and welcome", about: "for people you like" },
  Formal: { greeting: "Good day to you", about: "for people you do not know yet" },
  Nautical: { greeting: "Ahoy", about: "for people at sea" },
};
