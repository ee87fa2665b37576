import type { Prose } from "./prose.ts";

const statements: readonly RegExp[] = [
  // English: the whole of the work is the subject, or nothing but the word stands there.
  /^(?:all )?(?:done|finished|complete|completed)(?:[.!]|$| [-—–:]|:)/i,
  /^(?:everything|all (?:of it|tasks|items|steps|changes|the (?:tasks|items|steps|changes)|(?:\w+ ){0,2}(?:tasks|items|steps|changes))|the (?:task|work|job|change|fix|feature|migration|refactor(?:ing)?|implementation|update|request)|your (?:task|request)|this(?: task)?|it) (?:is|are|has been|have been|'s|is now|are now) (?:all |now |fully |entirely )?(?:done|complete|completed|finished|implemented|in place)(?=\s*(?:[.!,:;()–—-]|$|and\b|with\b))/i,
  /^(?:i(?:'ve| have) )?(?:successfully )?(?:finished|completed) (?:everything|all|the (?:whole )?(?:task|work|job|implementation|migration|refactor(?:ing)?|change|request))\b/i,
  /\b(?:nothing (?:is )?(?:left|remains)(?: to do)?|there is nothing left to do)\b/i,
  /^(?:task|work|job|implementation|migration|refactor(?:ing)?) (?:is )?(?:complete|completed|done|finished)(?=\s*(?:[.!,:;()–—-]|$|and\b|with\b))/i,
  // German
  /^(?:alles )?(?:fertig|erledigt|abgeschlossen)(?:[.!]|$| [-—–:]|:)/iu,
  /^(?:alles|die (?:aufgabe|arbeit|änderung|umstellung)|der (?:auftrag|umbau)|das) ist (?:jetzt |nun |vollständig )?(?:fertig|erledigt|abgeschlossen|umgesetzt)\b/iu,
  // French
  /^(?:c'est (?:fait|terminé)|terminé|tout est (?:fait|terminé|en place)|la tâche est (?:terminée|achevée))(?:[\s.!]|$)/iu,
  // Spanish, Portuguese, Italian
  /^(?:listo|hecho|terminado|todo (?:está )?(?:listo|hecho|terminado)|la tarea está (?:completa|completada|terminada))(?:[\s.!]|$)/iu,
  /^(?:pronto|feito|concluído|tudo (?:está )?(?:pronto|feito|concluído)|a tarefa (?:está|foi) concluída)(?:[\s.!]|$)/iu,
  /^(?:fatto|finito|completato|tutto (?:è )?(?:fatto|pronto|completato)|il lavoro è (?:finito|completato))(?:[\s.!]|$)/iu,
  // Japanese, Chinese
  /(?:すべて完了しました|作業は完了しました|^完了しました|^完了です)/u,
  /(?:全部完成|任务已完成|^已完成|^完成了|已全部完成|^全部搞定)/u,
];

/** A plain statement that the work as a whole is done. That something was done is not one. */
export function saysDone({ sentences }: Prose): boolean {
  return sentences.some((sentence) => statements.some((statement) => statement.test(sentence)));
}
