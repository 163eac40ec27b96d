// Where the separately built workers lie: beside the built program, or each in its room when run from source.
// In: nothing. Out: their addresses. This file must never start one.

/** Shape: one file per worker. */
export interface WorkerUrls {
  readonly xlsx: URL;
  readonly practice: URL;
  readonly keychain: URL;
}

export function workerFiles(): WorkerUrls {
  const beside = (built: string, source: string): URL =>
    new URL(import.meta.url.endsWith('.ts') ? source : built, import.meta.url);
  return {
    xlsx: beside('./xlsx-worker.js', '../import/xlsx-worker.ts'),
    practice: beside('./practice-worker.js', '../practice/worker.ts'),
    keychain: beside('./keychain-process.js', './keychain/keychain-process.ts'),
  };
}
