// Where the separately built workers are: beside the built program, or in their folders when run from source.

export interface WorkerUrls {
  readonly desk: URL;
  readonly draft: URL;
  readonly draftProcess: URL;
  readonly xlsx: URL;
  readonly practice: URL;
  readonly fileWork: URL;
  readonly keychain: URL;
}

export function workerFiles(): WorkerUrls {
  const beside = (built: string, source: string): URL =>
    new URL(import.meta.url.endsWith('.ts') ? source : built, import.meta.url);
  return {
    desk: beside('./desk-thread.js', '../desk-thread.ts'),
    draft: beside('./draft-thread.js', '../desk/drafts/draft-thread.ts'),
    draftProcess: beside('./draft-process.js', '../desk/drafts/draft-process.ts'),
    xlsx: beside('./xlsx-worker.js', '../import/xlsx-worker.ts'),
    practice: beside('./practice-worker.js', '../practice/worker.ts'),
    fileWork: beside('./file-work-worker.js', '../store/file-work-worker.ts'),
    keychain: beside('./keychain-process.js', './keychain/keychain-process.ts'),
  };
}
