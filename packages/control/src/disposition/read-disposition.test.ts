import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDisposition } from "./read-disposition.ts";

const read = (text: string) => readDisposition({ outcome: "completed", text, truncated: false });

const completed: readonly string[] = [
  "Done.",
  "All done! The tests pass.",
  "Done: `parse` takes a limit now, and every test passes.",
  "The task is complete. I renamed `foo` to `bar` in all 12 files and ran the suite: 340 passed, 0 failed.",
  "I renamed the module.\n\nEverything is in place, and the build passes with no errors or warnings.",
  "Implementation complete.\n\n- Added `limit`\n- Added three tests\n\nAll 41 tests pass.",
  "## Summary\n\nFixed the crash in the parser. The fix is complete, with a test for it.",
  "Nothing is left to do: the file said so already.",
  "Task completed. The endpoint returns 404 for an unknown id.",
  "I've finished the refactoring. Lint, types and tests are green.",
  "Why was it slow? Because every event was copied.\n\nIt reads in place now. The work is done, the benchmark is at 2 ms and all the tests pass on both versions.",
  "Done.\n\n```ts\nconst left = remaining(todo); // what's next?\n```",
  "Fertig. Alle Tests laufen durch.",
  "Die Aufgabe ist erledigt: `limit` gilt jetzt überall, alle 41 Tests sind grün.",
  "C'est fait. Tous les tests passent.",
  "Listo. Todas las pruebas pasan.",
  "Feito. Todos os testes passam.",
  "Fatto. Tutti i test passano.",
  "すべて完了しました。テストは全て通っています。",
  "任务已完成。所有测试都通过了。",
];

const awaitingInput: readonly string[] = [
  "Should I delete the old table?",
  "There are two ways:\n\n1. Keep the old API.\n2. Break it.\n\nWhich do you prefer?",
  "Done. Shall I also update the docs?",
  "I've finished the parser. Would you like me to add tests?",
  "The plan is above. Let me know which option you prefer.",
  "Please confirm that the staging database may be dropped.",
  "Here is my plan:\n\n1. Move the parser\n2. Rename it\n\nOnce you approve, I'll start.",
  "Everything is done. If you'd like, I can open a pull request.",
  "All tests pass. Happy to split this into two commits.",
  "I need to know which of the two regions is live before I change anything.",
  "I'm waiting for your confirmation.",
  "Before I proceed: which Node version do you support?\n\n- 20\n- 22",
  "It works. Want me to push it?",
  "Which one?\n\nThanks.",
  "Your call.",
  "Which branch should this go to? (`main` or `next`)",
  "Fertig. Soll ich die alten Dateien löschen?",
  "Beides geht. Sag mir bitte Bescheid, welche Variante du willst.",
  "Je peux aussi ajouter des tests.",
  "Souhaitez-vous que je continue ?",
  "¿Quieres que borre la tabla?",
  "Listo. Avísame si prefieres otra cosa.",
  "Quer que eu continue?",
  "Vuoi che aggiunga i test?",
  "どちらの方法がよろしいでしょうか。",
  "完成了。需要我继续吗？",
  "请告诉我使用哪个数据库。",
];

const blocked: readonly string[] = [
  "I cannot proceed: the registry answers 403 for `@acme/core`.",
  "I'm blocked: the credentials for the staging database are missing.",
  "I was unable to connect to the database, and the migration needs it.",
  "I don't have access to the private submodule.",
  "I tried three mirrors. I can't install the package without network access.",
  "Blocked by the failing CI image.",
  "The work is stuck until the token is provided.",
  "Ich komme hier nicht weiter: mir fehlen die Zugangsdaten.",
  "Je ne peux pas continuer sans accès au dépôt.",
  "No puedo continuar: no tengo acceso al repositorio.",
  "Não consigo continuar sem a chave.",
  "Non posso procedere senza le credenziali.",
  "権限がありません。続行できません。",
  "我无法继续，因为没有权限访问仓库。",
];

/** What does not say, or says two things: nobody guesses. */
const open: readonly string[] = [
  "",
  "   \n\n",
  "OK",
  "👍",
  "Hello! I am an assistant.",
  "I updated `src/parse.ts`.",
  "I've added the limit and a test for it.",
  "The function returns the sum of both.",
  "```ts\nexport const done = true;\n```",
  "Done with the first part. Next, the parser.",
  "Done. Two tests still fail, unrelated to this change.",
  "Done, but I could not run the tests.",
  "Done. I haven't run the tests.",
  "The task is complete, except for the docs.",
  "The fix is in place and should work now.",
  "It is done, I think.",
  "Almost done.",
  "Half of the files are migrated.",
  "Implementation complete.\n\nNext steps:\n- run the migration\n- update the docs",
  "All done. You need to restart the server for it to take effect.",
  "All done. Note that the old flag is ignored now.",
  "Now I'll run the tests.",
  "Let me look at the parser.",
  "Let me check the remaining files:",
  "I found the cause: the cache is never cleared",
  "Error: connect ECONNREFUSED 127.0.0.1:5432",
  "API Error: 529 overloaded",
  "The build fails with two errors in `parse.ts`.",
  "Done. Here is what I changed:",
  "Done. The new file is\n\n```ts\nexport const x = 1;",
  "- ",
  "The user wrote:\n\n> Done. All tests pass.",
  "`Done.`",
  "This is not done.",
  "When it is done, the tests pass.",
  "The migration is done in three steps.",
  "I skipped the flaky test. Everything is done.",
  "Everything is done with a placeholder for the key.",
  "Plan:\n1. Read\n2. Write\n3. Test",
  "Fertig, aber zwei Tests schlagen fehl.",
  "Terminé, mais il reste à mettre à jour la documentation.",
  "Listo, pero falta la documentación.",
  "完成了，但是还有两个测试失败。",
  "完了しました。ただし、テストはまだ実行していません。",
];

describe.each([
  ["completed", completed],
  ["awaitingInput", awaitingInput],
  ["blocked", blocked],
  [undefined, open],
] as const)("%s", (disposition, endings) => {
  test.each(endings)("%j", (text) => {
    expect(read(text)).toBe(disposition);
  });
});

test.each([...completed, ...awaitingInput, ...blocked])(
  "a turn that was broken off, or a message that was, says nothing: %j",
  (text) => {
    expect(readDisposition({ outcome: "failed", text, truncated: false })).toBeUndefined();
    expect(readDisposition({ outcome: "interrupted", text, truncated: false })).toBeUndefined();
    expect(readDisposition({ outcome: "completed", text, truncated: true })).toBeUndefined();
  },
);

describe("completed is never guessed", () => {
  const doubts = [
    "One test still fails.",
    "Shall I go on?",
    "I could not run the tests.",
    "Next, I will update the docs.",
    "The rest is a placeholder.",
    "It should work.",
    "Let me know what you think.",
  ];
  test("whatever is said before or after a doubt", () => {
    fc.assert(
      fc.property(
        fc.subarray([...completed], { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...doubts),
        fc.boolean(),
        (said, doubt, first) => {
          const text = first ? [doubt, ...said].join("\n\n") : [...said, doubt].join("\n\n");
          if (first && /\?|Let me know/.test(doubt)) return;
          expect(read(text)).not.toBe("completed");
        },
      ),
    );
  });

  test("and no text makes it throw, or takes long", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (text) => void read(text)));
    for (const piece of ["`", "```\n", "* ", "a ", "not ", "(", "?", "\n> ", "[x](", "# ", "keine "])
      expect(read(piece.repeat(50_000))).not.toBe("completed");
  });
});
