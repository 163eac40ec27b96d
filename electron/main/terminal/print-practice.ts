// What a person needs to use the practice gateway. In: where it listens. Out: text.
// This file must never show a token that is not the practice gateway's own.

/** Shape: `token` is the practice gateway's, which guards no money. */
export interface PracticeView {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
}

/** The practice gateway's address, merchant id and token. */
export function formatPractice({ url, mid, token }: PracticeView): string {
  return [
    'The practice gateway is served; no money moves. Ctrl+C ends it.',
    `URL    ${url}`,
    `mid    ${mid}`,
    `token  ${token}`,
  ].join('\n');
}
