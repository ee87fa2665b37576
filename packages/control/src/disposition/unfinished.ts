import type { Prose } from "./prose.ts";

const remains: readonly RegExp[] = [
  // What comes next, or would.
  /\b(?:next steps?|next,|remaining|still (?:need|needs|to do|open|failing|fails|missing|have to|has to|todo|left)|left to do|to ?do\b|follow[- ]?ups?|not yet|yet to|later)\b/i,
  /\b(?:i'll|i will|i'm going to|i am going to|let me|now i|let's|going to|about to|will (?:now|next)|i plan to|plan:|the plan)\b/i,
  /\b(?:you (?:should|need to|must|may want to|might want to|can now|will need to|'ll need to|have to)|make sure to|don't forget to|remember to|needs? to be|should be|would be|consider)\b/i,
  // What went wrong, or nobody has looked at.
  /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|broken|crash(?:es|ed)?|regress\w*|timed? ?out|warnings?)\b/i,
  /\b(?:not (?:tested|verified|run|checked|implemented|done|finished|complete|completed|able|sure|covered|fixed|include[sd]?|working)|(?:didn't|did not|haven't|have not|hasn't|has not|couldn't|could not|wasn't|was not|weren't|isn't|is not|aren't|don't|doesn't|won't|can't|cannot) \w+|untested|unverified|without (?:running|testing|verifying))\b/i,
  /\b(?:partial(?:ly)?|half|most(?:ly)? of|almost|nearly|some of|part of|first (?:part|step|half)|halfway|in progress|work in progress|wip|skipp?ed|stub(?:bed)?|placeholder|workaround|temporary|mock(?:ed)?|todo)\b/i,
  // Not so sure.
  /\b(?:should (?:now )?(?:work|be|fix|pass)|i think|i believe|probably|likely|might|may|perhaps|maybe|seems?|appears?|hopefully|assum\w+|except|but|however|although|though|unless|caveat|note that|only)\b/i,
  // German
  /\b(?:nächste schritte?|als nächstes|noch (?:nicht|offen|zu|aus)|steht noch aus|fehlt|fehler|fehlgeschlagen|schlägt fehl|nicht|teilweise|aber|allerdings|jedoch|werde ich|ich werde|sollte|vermutlich|wahrscheinlich)\b/iu,
  // French
  /(?:prochaines? étapes?|reste (?:à|encore)|pas encore|erreurs?|échou|échec|ne .{1,30} pas|mais|cependant|devrait|je vais|partiel|en partie|probablement)/iu,
  // Spanish, Portuguese, Italian
  /(?:próximos? pasos?|falta|todavía|aún no|error|fall[aó]|\bno\b|pero|debería|voy a|parcial|probablemente)/iu,
  /(?:próximos? passos?|ainda|falh|erro|\bnão\b|\bmas\b|deveria|vou |parcial|provavelmente)/iu,
  /(?:prossimi passi|ancora|manca|error[ei]|fallit|\bnon\b|\bma\b|dovrebbe|parzial|probabilmente)/iu,
  // Japanese, Chinese
  /(?:次の(?:ステップ|手順)|まだ|残って|残り|失敗|エラー|未(?:実装|完了|確認)|ていません|できません|ただし|しかし|はず)/u,
  /(?:下一步|接下来|尚未|还(?:没|需|有|未)|未(?:完成|测试|实现)|失败|错误|但是|不过|可能|应该|部分)/u,
];

const harmless: readonly RegExp[] = [
  /\b(?:no|0|zero|without(?:\s+any)?) (?:\w+ )?(?:failures?|errors?|warnings?|regressions?|todos?)(?: (?:and|or|,) (?:no |0 )?(?:failures?|errors?|warnings?))?(?: (?:remain|left|found))?\b/gi,
  /\b(?:no|0|zero) (?:failed|skipped)\b/gi,
  /\b(?:nothing|none|no (?:steps?|work|tasks?)) (?:is |are )?(?:left|remains?|remaining|to do|open)(?: to do)?\b/gi,
  /\bno longer (?:fails?|crash(?:es)?|broken|times? out)\b/gi,
  /\b(?:fixed|resolved|corrected|handled|removed) (?:the|that|this|all|both|every|a|an|its) (?:[\w'-]+ ){0,4}?(?:bugs?|errors?|failures?|crash(?:es)?|warnings?|regressions?|time-?outs?|issues?)\b/gi,
  /\b(?:keine|ohne) (?:fehler|warnungen)\b/giu,
  /\b(?:aucune?|sans) (?:erreurs?|échecs?)\b/giu,
  /\b(?:sin|ningún|sem|nenhum|senza|nessun) (?:errores|error|erros?|errori|errore)\b/giu,
  /(?:エラーはありません|没有错误)/gu,
];

/** Whether anything in it speaks of what is left, went wrong, or is not known. Looked for everywhere, and taken at its worst. */
export function isUnfinished({ sentences }: Prose): boolean {
  return sentences.some((sentence) => {
    const rest = harmless.reduce((text, known) => text.replaceAll(known, " "), sentence);
    return remains.some((sign) => sign.test(rest));
  });
}
