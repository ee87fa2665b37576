import type { Prose } from "./prose.ts";

/** Questions at the end are put to whoever reads; those that the text goes on to answer stand further up. */
export function asksTheUser({ ending }: Prose): boolean {
  const asked = ending.findLastIndex((sentence) => /[?？]["')\]]*$/u.test(sentence));
  if (asked === -1) return false;
  // After it come choices, thanks, or a word about what follows from the answer: not an answer of its own.
  return (
    !ending.slice(asked + 1).some((sentence) => answersItself.test(sentence)) || asked === ending.length - 1
  );
}

const answersItself =
  /^(?:yes|no|because|it (?:was|is|turns out)|the (?:cause|reason|answer)|turns out|ja|nein|weil|oui|non|parce que|sí|porque)\b/iu;

const invitations: readonly RegExp[] = [
  // English
  /\blet me know\b(?! if (?:there(?:'s| is) anything else|you (?:have any (?:other )?questions|need anything else)))/i,
  /\b(?:please|kindly) (?:confirm|advise|choose|pick|decide|clarify|provide|tell me|specify|approve|review and|share|answer|reply)\b/i,
  /\b(?:waiting|i'll wait|i will wait|standing by|awaiting|pending) (?:for |on )?(?:your|you to|the user|confirmation|approval|a decision|further instructions)\b/i,
  /\b(?:once|as soon as|after|when|if) you(?:'ve| have)? (?:confirm|approve|decide|answer|reply|give|choose|pick|tell me|say so|are happy|agree|provide)\w*\b/i,
  /\b(?:i (?:can|could) (?:also|then|add|open|push|do|help|split|make|write|create|update|run|fix|extend|implement|continue|revert|proceed|go on)|happy to|i'm happy to|glad to|i'd be happy to|if you(?:'d)? (?:like|want|prefer|wish)|shall i|should i|want me to|would you like)\b/i,
  /\b(?:your call|up to you|needs? your (?:input|decision|approval|answer|go-ahead|confirmation)|over to you|say (?:the word|"?go"?))\b/i,
  /\bbefore i (?:go on|proceed|continue|start|begin|implement|change|make|touch|delete|do)\b/i,
  /\bi need (?:you to|your|to know|more (?:information|details|context)|an answer|a decision)\b/i,
  // German
  /\b(?:sag(?:e|en sie)? (?:mir )?(?:bitte )?bescheid|gib mir bescheid|bitte (?:bestätige|bestätigen|wähle|wählen|entscheide|entscheiden|sag|teile?))/iu,
  /\b(?:soll ich|möchtest du|möchten sie|wenn du (?:willst|möchtest)|wenn sie möchten|falls (?:gewünscht|du|sie)|ich kann (?:auch|gerne?)|auf wunsch|ich warte auf)\b/iu,
  // French
  /(?:dites-moi|dis-moi|faites-moi savoir|veuillez (?:confirmer|préciser|choisir)|souhaitez-vous|si vous (?:voulez|souhaitez|le souhaitez)|si tu veux|j'attends (?:votre|ta|ton)|je peux (?:aussi|également))/iu,
  // Spanish, Portuguese, Italian
  /(?:avísame|avíseme|dime (?:si|cuál|qué)|por favor,? (?:confirma|confirme|elige|elija|indica)|si quieres|si lo deseas|puedo (?:también|además)|quieres que)/iu,
  /(?:me avise|me diga|diga-me|por favor,? (?:confirme|escolha)|se (?:você )?quiser|se desejar|posso (?:também|ainda)|aguardo (?:sua|a sua))/iu,
  /(?:fammi sapere|mi faccia sapere|per favore,? (?:conferma|scegli)|se vuoi|se vuole|posso anche|vuoi che)/iu,
  // Japanese, Chinese
  /(?:教えてください|ご確認ください|ご指示ください|お知らせください|よろしいでしょうか|いかがでしょうか|ましょうか|お待ちして)/u,
  /(?:请确认|请告诉我|请告知|请选择|请提供|需要您|需要你|如果您?需要|如果你想|要不要|是否需要|等待您?的?(?:确认|回复|指示))/u,
];

/** Leaves the next word to the user without a question mark: an offer, a request, a wait. */
export function invites({ ending }: Prose): boolean {
  return ending.some((sentence) => invitations.some((invitation) => invitation.test(sentence)));
}
