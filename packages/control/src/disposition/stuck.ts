import type { Prose } from "./prose.ts";

const walls: readonly RegExp[] = [
  // English
  /\b(?:i'm|i am|we're|we are|work is|task is|this is|currently|remains?) (?:currently |still )?(?:blocked|stuck)\b/i,
  /^blocked\b/i,
  /\b(?:i )?(?:can't|cannot|can not|could not|couldn't|am unable to|was unable to|'m unable to|not able to) (?:\w+ ){0,3}?(?:proceed|continue|go on|complete|finish|do (?:this|that|it)|make progress|access|reach|connect|log in|authenticate|install|push|clone|download|fetch)\b/i,
  /\b(?:i|we) (?:don't|do not) have (?:access|permissions?|the (?:credentials|permissions?|rights?|token|key)|credentials)\b/i,
  /\b(?:nothing|no(?:thing)? more|no further progress) (?:i can|can be|is possible)\b/i,
  /\b(?:permission (?:was )?denied|access (?:was )?denied|missing credentials|rate limit(?:ed)?|quota exceeded|network is unreachable|no network access)\b.*\b(?:so|stop|until|cannot|can't)\b/i,
  /\b(?:until (?:that|this|it|access|the \w+) (?:is|are|has been) (?:fixed|granted|restored|available|resolved|provided|set))\b/i,
  // German
  /\b(?:ich )?(?:komme (?:hier )?nicht weiter|bin (?:hier )?blockiert|kann (?:\S+ ){0,5}?nicht (?:fortfahren|weitermachen|abschließen|zugreifen|erreichen|installieren|fertigstellen)|habe keinen zugriff|mir fehlen? (?:der zugriff|die (?:rechte|zugangsdaten|berechtigung)))/iu,
  // French
  /(?:je suis bloqué|je ne peux pas (?:continuer|poursuivre|terminer|accéder)|je n'ai pas (?:accès|les droits)|impossible de (?:continuer|poursuivre|terminer))/iu,
  // Spanish, Portuguese, Italian
  /(?:estoy bloquead|no puedo (?:continuar|seguir|acceder|terminar|completar)|no tengo (?:acceso|permisos))/iu,
  /(?:estou bloquead|não (?:posso|consigo) (?:continuar|prosseguir|acessar|terminar)|não tenho (?:acesso|permissão))/iu,
  /(?:sono bloccat|non posso (?:continuare|procedere|accedere|terminare)|non riesco a (?:continuare|procedere|accedere)|non ho (?:accesso|i permessi))/iu,
  // Japanese, Chinese
  /(?:続行できません|進められません|アクセスできません|権限がありません|ブロックされてい)/u,
  /(?:无法(?:继续|访问|完成|连接)|没有(?:权限|访问)|被阻塞|卡住了)/u,
];

/** Something that the agent cannot get past, as it says itself at the end. A wall it has got past is told further up. */
export function isStuck({ ending }: Prose): boolean {
  return ending.some((sentence) => walls.some((wall) => wall.test(sentence)) && !overcome.test(sentence));
}

const overcome =
  /\b(?:so i (?:instead|used|worked|switched)|worked around|instead,? i|but (?:i )?(?:fixed|solved|managed)|no longer|was (?:previously )?blocked)\b/i;
