/** A command's answer as one line of the trace: its kind, then the code of its refusal or pause. */
export function inShort(answer: unknown): string {
  const words: string[] = [];
  JSON.stringify(answer, (key, value: unknown) => {
    if ((key === 'kind' || key === 'code' || key === 'end') && typeof value === 'string') words.push(value);
    return value;
  });
  return words.join(' ');
}
