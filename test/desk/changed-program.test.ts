// A program whose files are replaced or removed while its desk is open: what is loaded goes on, and nothing of another version is.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import { DRAFT_THREADS_MAX } from '../../electron/main/desk/drafts/draft-store.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import { startReading } from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const FILE = 'Name,UPI ID,Amount,Remark\nAsha,asha@sample,100.00,pay\nRavi,ravi@sample,200.00,pay\n';

interface Changing {
  readonly desk: TestWindowDesk;
  /** The update. */
  readonly replace: () => void;
}

function openChanging(test: TestContext, change: (system: System) => System = (system) => system): Changing {
  let isChanged = false;
  const desk = deskFor(test, undefined, { change, hasChanged: () => isChanged });
  return { desk, replace: () => void (isChanged = true) };
}

const open = async (desk: TestWindowDesk): Promise<string> => {
  const file = await desk.give('pay.csv', FILE);
  return (await desk.change('openDraft', { file, profile: 'practice', options: {} })).draft;
};
const opening = async (desk: TestWindowDesk) => ({
  file: await desk.give('pay.csv', FILE),
  profile: 'practice',
  options: {},
  commandId: randomUUID(),
});

function snapshotOf(desk: TestWindowDesk): NumberedEvent['event'] | null {
  let first: NumberedEvent['event'] | null = null;
  desk.desk.hub.follow(({ event }) => (first ??= event), null)();
  return first;
}

describe('A program that was changed under its desk', () => {
  it('is said to every window by itself, and to those that come later', async (test) => {
    const soon = (system: System): System => ({
      ...system,
      clock: { ...system.clock, after: (ms, act) => system.clock.after(Math.min(ms, 20), act) },
    });
    const { desk, replace } = openChanging(test, soon);
    expect(snapshotOf(desk)).toMatchObject({ troubles: [] });
    replace();
    await desk.eventWhere((event) => event.kind === 'environment' && event.about === 'programChanged');
    expect(snapshotOf(desk)).toMatchObject({ troubles: ['programChanged'] });
  });

  it('opens no file with threads of another version, and says so', async (test) => {
    const { desk, replace } = openChanging(test);
    replace();
    expect(await desk.refusalOf('openDraft', await opening(desk))).toBe('programChanged');
    await desk.eventWhere((event) => event.kind === 'environment' && event.about === 'programChanged');
    expect((await desk.ask('listDrafts')).drafts).toEqual([]);
    expect(desk.faults).toEqual([]);
  });

  it('keeps no file that was read while its files were replaced', async (test) => {
    let looks = 0;
    const desk = deskFor(test, undefined, { hasChanged: () => (looks += 1) > 1 });
    expect(await desk.refusalOf('openDraft', await opening(desk))).toBe('programChanged');
    expect((await desk.ask('listDrafts')).drafts).toEqual([]);
  });

  it('goes on with the drafts that are in memory, and keeps them there, up to the payment', async (test) => {
    const { desk, replace } = openChanging(test);
    // The practice gateway runs already, as beside any open window.
    await desk.ask('readWallet', { profile: 'practice' });
    const drafts: string[] = [];
    for (let nth = 0; nth < DRAFT_THREADS_MAX; nth += 1) drafts.push(await open(desk));
    replace();
    expect(await desk.refusalOf('openDraft', await opening(desk))).toBe('programChanged');
    for (const draft of drafts) {
      const edit = { kind: 'exclude', rows: [2], excluded: true };
      expect((await desk.change('editDraft', { draft, revision: 0, edit })).payable.count).toBe(1);
    }
    const [draft = ''] = drafts;
    const batch = await startReading(desk, { draft, revision: 1 }, { profile: 'practice' });
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
  });

  it('starts no practice gateway of another version, and goes on with the one that runs', async (test) => {
    const { desk, replace } = openChanging(test);
    await desk.ask('readWallet', { profile: 'practice' });
    replace();
    await desk.ask('readWallet', { profile: 'practice' });
    const later = openChanging(test);
    later.replace();
    expect(await later.desk.refusalOf('readWallet', { profile: 'practice' })).toBe('programChanged');
  });

  it('asks for a restart where something cannot be loaded any more, and never calls it a fault', async (test) => {
    const missing = (system: System): System => ({
      ...system,
      connect: () => {
        throw Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });
    const { desk, replace } = openChanging(test, missing);
    const asked = () => desk.desk.dispatch('readWallet', { profile: 'practice' });
    expect((await asked()).kind).toBe('fault');
    replace();
    expect(await asked()).toMatchObject({ kind: 'refused', refusal: { code: 'programChanged' } });
  });
});
