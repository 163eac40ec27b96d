import { describe, expect, it } from 'vitest';
import { lookForUpdate, plainNotes, type UpdateWorld } from '../../../electron/main/doors/electron/updates.ts';
import { LANGUAGE_OF } from '../../../shared/messages/languages.ts';

/** A person who presses these buttons in order, and what was done and shown. */
function worldOf(presses: readonly number[], change: Partial<UpdateWorld> = {}) {
  const done: string[] = [];
  const waiting = [...presses];
  const world: UpdateWorld = {
    version: '0.1.0',
    words: LANGUAGE_OF.en.desktop.update,
    find: () => Promise.resolve({ version: '0.2.0', notes: 'Pays quicker.' }),
    download: () => Promise.resolve(void done.push('download')),
    openBatches: () => Promise.resolve(0),
    install: () => Promise.resolve(void done.push('install')),
    ask: ({ message, detail }) => {
      done.push(`${message} ${detail ?? ''}`);
      return Promise.resolve(waiting.shift() ?? 0);
    },
    onFault: (error) => done.push(`fault: ${String(error)}`),
    ...change,
  };
  return { world, done };
}

describe('a newer version', () => {
  it('is offered with what has changed, downloaded and installed, each after a yes', async () => {
    const { world, done } = worldOf([1, 1]);
    expect(await lookForUpdate(world)).toBe('installing');
    expect(done).toEqual([
      'Payout Desk 0.2.0 is there. Pays quicker.',
      'download',
      expect.stringMatching(/^Install Payout Desk 0\.2\.0 now\? .*it is copied\.$/),
      'install',
    ]);
  });

  it.each([
    ['not downloaded', [0], ['download']],
    ['not installed', [1, 0], ['install']],
  ] as const)('is %s without a yes', async (_what, presses, never) => {
    const { world, done } = worldOf(presses);
    expect(await lookForUpdate(world)).toBe('left');
    expect(done).toEqual(expect.not.arrayContaining([...never]));
  });

  it('waits while a batch is open, and says so', async () => {
    const { world, done } = worldOf([1, 1, 1], { openBatches: () => Promise.resolve(2) });
    expect(await lookForUpdate(world)).toBe('waits');
    expect(done.at(-1)).toBe(
      'Version 0.2.0 is downloaded and waits. 2 batches are not finished. Ask again when nothing is being paid or checked.',
    );
    expect(done).not.toContain('install');
  });

  it('is none when this is the newest', async () => {
    const { world, done } = worldOf([], { find: () => Promise.resolve(null) });
    expect(await lookForUpdate(world)).toBe('newest');
    expect(done).toEqual(['This is the newest version. Payout Desk 0.1.0']);
  });

  it.each(['find', 'download', 'openBatches'] as const)('changes nothing when %s fails', async (step) => {
    const { world, done } = worldOf([1, 1], { [step]: () => Promise.reject(new Error('not signed')) });
    expect(await lookForUpdate(world)).toBe('failed');
    expect(done).toContain('fault: Error: not signed');
    expect(done.at(-1)).toMatch(/^There is no update now\./);
    expect(done).not.toContain('install');
  });
});

describe('the notes of a release', () => {
  it('are text, whatever was published', () => {
    expect(plainNotes('<p>Pays <b>quicker</b>.</p>')).toBe('Pays quicker.');
    expect(plainNotes([{ version: '0.2.0', note: 'One' }, { version: '0.1.1', note: null }, 'odd'])).toBe('One');
    expect(plainNotes(null)).toBe('');
    expect(plainNotes('x'.repeat(5_000))).toHaveLength(1_500);
  });
});
