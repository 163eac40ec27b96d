// What a command answered, in a few words.

/** A command's answer in a line of the trace. Shape: its kind, then the code of its refusal or pause. */
export function inShort(answer: unknown): string {
  const words: string[] = [];
  JSON.stringify(answer, (key, value: unknown) => {
    if ((key === 'kind' || key === 'code' || key === 'end') && typeof value === 'string') words.push(value);
    return value;
  });
  return words.join(' ');
}
