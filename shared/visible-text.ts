// What no reader sees, or what turns the direction of what stands beside it. The two joiners stay: Indian scripts spell with them.
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/gu;

/** Somebody else's words on one line, with a mark in the place of each character that is not seen. */
export function visibleText(text: string): string {
  return text.replaceAll(BREAKS, ' ').replaceAll(UNSEEN, '\uFFFD');
}
