import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { readLook, touchesLook } from '../../../electron/main/doors/electron/app-life.ts';
import { menuTemplate } from '../../../electron/main/doors/electron/menu.ts';
import { showSigns } from '../../../electron/main/doors/electron/run-signs.ts';
import { GO, question } from '../../../electron/main/doors/electron/windows.ts';
import type { DeskEvent, LiveProgress } from '../../../shared/api/events.ts';
import { PLACES } from '../../../shared/api/window.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import { LANGUAGE_OF } from '../../../shared/messages/languages.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { zeroCounts } from '../../../shared/states.ts';
import type { Notice } from '../../../shared/text/desktop.ts';

const BATCH = formatBatchId('B', 12);

function mapped<Key extends string>(
  counts: Readonly<Partial<Record<Key, number>>>,
  change: (count: number) => number,
): Readonly<Partial<Record<Key, number>>> {
  const entries = Object.entries<number | undefined>(counts).map(([key, count]) => [key, change(count ?? 0)]);
  return Object.fromEntries(entries) as Partial<Record<Key, number>>;
}

/** A run of ten payouts to people whose account numbers nobody may read. */
function progress(
  counts: Partial<LiveProgress['view']['counts']>,
  phase: LiveProgress['phase'] = 'sending',
): LiveProgress {
  const view = {
    batch: BATCH,
    profile: 'Asha Traders 001122334455',
    state: 'sending' as const,
    paused: null,
    counts: { ...zeroCounts(), ...counts },
    // Each of a hundred rupees.
    paise: { ...zeroCounts(), ...mapped(counts, (count) => count * 100_00) },
  };
  return { phase, note: null, view, total: 10, inFlight: 1, elapsedMs: 1, sentPerSecond: 1, nextLookupInMs: null };
}

const PREPARING: DeskEvent = { kind: 'activity', activity: { kind: 'preparing', batch: null, work: 'pay' } };
const SENDING: DeskEvent = { kind: 'activity', activity: { kind: 'sending', batch: BATCH } };
const FOLLOWING: DeskEvent = { kind: 'activity', activity: { kind: 'following', batch: BATCH } };
const IDLE: DeskEvent = { kind: 'activity', activity: { kind: 'idle' } };

function went(counts: Partial<LiveProgress['view']['counts']>, phase?: LiveProgress['phase']): DeskEvent {
  return { kind: 'progress', progress: progress(counts, phase), changes: [] };
}

function ended(
  end: Extract<DeskEvent, { kind: 'ended' }>['end'],
  counts: Partial<LiveProgress['view']['counts']>,
): DeskEvent {
  const pause = { code: 'sameRefusals' as const, message: verbatim('Five times: account 001122334455 is closed') };
  return { kind: 'ended', view: progress(counts).view, end, pause: end === 'paused' ? pause : null };
}

function desktop({ isLookedAt = false, language = 'en' }: { isLookedAt?: boolean; language?: 'en' | 'hi' } = {}) {
  const bars: number[] = [];
  const notices: Notice[] = [];
  const abouts: string[] = [];
  let awake = 0;
  const signs = showSigns({
    setProgressBar: (value) => bars.push(value),
    keepAwake: () => {
      awake += 1;
      return () => {
        awake -= 1;
      };
    },
    isLookedAt: () => isLookedAt,
    notify: (notice, about) => {
      notices.push(notice);
      abouts.push(about);
    },
    words: () => LANGUAGE_OF[language].desktop.notices,
  });
  return {
    bars,
    notices,
    abouts,
    awake: () => awake,
    signs,
    emit: (...events: DeskEvent[]) => events.forEach(signs.onEvent),
  };
}

describe('the signs of a run', () => {
  it('move the taskbar from asking over what has left to nothing', () => {
    const { bars, emit } = desktop();
    emit(PREPARING, SENDING, went({ queued: 10 }, 'preflight'), went({ queued: 8, success: 2 }));
    emit(
      went({ queued: 8, success: 2 }),
      went({ queued: 1, success: 9 }),
      went({ processing: 1, success: 9 }, 'settling'),
    );
    expect(bars).toEqual([2, 0.2, 0.9, -1]);
  });

  it('keep the computer awake exactly while payouts leave', () => {
    const { awake, emit, signs } = desktop();
    const seen = [PREPARING, SENDING, went({ queued: 5 }), went({ processing: 5 }, 'settling'), IDLE].map((event) => {
      emit(event);
      return [awake(), signs.isSending()];
    });
    expect(seen).toEqual([
      [1, true],
      [1, true],
      [1, true],
      [0, false],
      [0, false],
    ]);
  });

  it('are those of the snapshot for an app that comes late', () => {
    const { bars, awake, emit } = desktop();
    emit({
      kind: 'snapshot',
      progressAt: 0,
      activity: { kind: 'sending', batch: BATCH },
      progress: [progress({ queued: 5, success: 5 })],
      troubles: [],
      unreached: [],
      unanswered: [],
    });
    expect([bars, awake()]).toEqual([[0.5], 1]);
  });

  it('are none for what is only followed', () => {
    const { bars, awake, emit, signs } = desktop();
    emit(FOLLOWING, went({ processing: 3, success: 7 }, 'settling'), ended('reached', { success: 10 }), IDLE);
    expect([bars, awake(), signs.isSending()]).toEqual([[], 0, false]);
  });

  it('end with the run, however it ends', () => {
    const { bars, awake, emit } = desktop();
    emit(SENDING, went({ queued: 5, success: 5 }), ended('paused', { queued: 5, success: 5 }), IDLE);
    expect([bars.at(-1), awake()]).toEqual([-1, 0]);
  });
});

describe('a notice', () => {
  const run = (...events: DeskEvent[]): readonly Notice[] => {
    const { emit, notices } = desktop();
    emit(SENDING, went({ queued: 10 }), ...events);
    return notices;
  };

  it('tells that all has left when the rest takes longer than a person waits, once, and then the end', () => {
    const at = (elapsedMs: number): DeskEvent => {
      const settling = { ...progress({ processing: 3, success: 7 }, 'settling'), elapsedMs };
      return { kind: 'progress', progress: settling, changes: [] };
    };
    expect(run(at(5_000), at(64_999))).toEqual([]);
    expect(run(at(5_000), at(65_000), at(65_100), at(900_000), ended('reached', { success: 10 }))).toEqual([
      { title: 'Batch B0012 has been sent', body: '7 paid (₹700.00), 3 not settled yet (₹300.00).' },
      { title: 'Batch B0012 is finished', body: '10 paid (₹1,000.00).' },
    ]);
  });

  it('tells only the end when it comes soon', () => {
    expect(run(went({ success: 10 }, 'settling'), ended('reached', { success: 10 }))).toHaveLength(1);
  });

  it('tells the end of a run and its counts', () => {
    expect(run(ended('reached', { success: 8, failed: 1, unknown: 1 }))).toEqual([
      {
        title: 'Batch B0012 is finished',
        body: '8 paid (₹800.00), 1 not paid (₹100.00), 1 not settled yet (₹100.00).',
      },
    ]);
    expect(run(ended('reached', { success: 4, cancelled: 3, processing: 2, sending: 1 }))).toEqual([
      {
        title: 'Batch B0012 is finished',
        body: '4 paid (₹400.00), 3 not paid (₹300.00), 3 not settled yet (₹300.00).',
      },
    ]);
  });

  it('tells a pause and what is left', () => {
    expect(run(ended('paused', { success: 2, queued: 8 }))).toEqual([
      { title: 'Batch B0012 is paused', body: '2 paid (₹200.00), 8 not sent (₹800.00). Open Payout Desk to see why.' },
    ]);
  });

  it('tells nothing of a run that only made way for something else', () => {
    expect(run(ended('preempted', { success: 9, unknown: 1 }))).toEqual([]);
  });

  it('tells the end of a batch that is only followed, once, however often it is looked up later', () => {
    const { emit, notices } = desktop();
    const look = (...of: DeskEvent[]): void => emit(FOLLOWING, ...of, IDLE);
    look(went({ processing: 3, success: 7 }, 'settling'), ended('reached', { processing: 1, success: 9 }));
    expect(notices).toEqual([]);
    look(went({ success: 10 }, 'settling'), ended('reached', { success: 10 }));
    look(went({ success: 10 }, 'settling'), ended('reached', { success: 10 }));
    expect(notices).toEqual([{ title: 'Batch B0012 is finished', body: '10 paid (₹1,000.00).' }]);
  });

  it('tells which batch needs a person, with rupees, and replaces none about another batch or its run', () => {
    const { emit, notices, abouts } = desktop();
    const other = formatBatchId('B', 13);
    const needs = (batch: typeof BATCH): DeskEvent => ({
      kind: 'needsPerson',
      batch,
      decide: { count: 3, paise: 4_50_000_00 },
    });
    emit(SENDING, went({ queued: 10 }), ended('paused', { success: 2, queued: 8 }), IDLE, needs(BATCH), needs(other));
    expect(notices.at(-1)).toEqual({
      title: 'Batch B0013 needs you',
      body: '3 payments not confirmed (₹4,50,000.00). Open Payout Desk to decide.',
    });
    expect(notices).toHaveLength(3);
    expect(new Set(abouts).size).toBe(3);
  });

  it('tells alarms', () => {
    const alarm = { kind: 'alarm' as const, batch: BATCH, payout: null };
    const notices = run({ ...alarm, alarm: 'lateNews' }, { ...alarm, alarm: 'echoMismatch' });
    expect(notices.map(({ title }) => title)).toEqual(['Late news about a payment', 'Sending has stopped']);
  });

  it('never says a profile, a person, an account or a word of the gateway', () => {
    const all = (['reached', 'bound', 'paused', 'refused'] as const).flatMap((end) => run(ended(end, { queued: 10 })));
    expect(all).toHaveLength(4);
    expect(JSON.stringify(all)).not.toMatch(/\d{5}|@|Asha|closed/);
  });

  it('is Hindi in a Hindi window', () => {
    const { emit, notices } = desktop({ language: 'hi' });
    emit(SENDING, went({ queued: 10 }), ended('paused', { success: 2, queued: 8 }));
    expect(notices).toEqual([
      {
        title: 'बैच B0012 रुका है',
        body: '2 का भुगतान हुआ (₹200.00), 8 नहीं भेजे गए (₹800.00)। कारण देखने के लिए Payout Desk खोलें।',
      },
    ]);
  });

  it('is not needed by somebody who looks at the window', () => {
    const { emit, notices } = desktop({ isLookedAt: true });
    emit(SENDING, ended('paused', { queued: 10 }), {
      kind: 'alarm',
      alarm: 'lateNews',
      batch: BATCH,
      payout: null,
    });
    expect(notices).toEqual([]);
  });
});

describe('the menu', () => {
  const said: string[] = [];
  const acts = {
    open: () => said.push('open'),
    export: () => said.push('export'),
    go: (place: string) => said.push(place),
    guide: () => said.push('guide'),
    update: null,
  };
  const items = (
    platform: NodeJS.Platform,
    isForDevelopers = false,
    words = LANGUAGE_OF.en.desktop,
  ): MenuItemConstructorOptions[] => menuTemplate({ platform, isForDevelopers, acts, words }).flatMap(flat);
  const click = (item: MenuItemConstructorOptions): void => {
    // The acts use nothing of what Electron passes to a click.
    if (item.click !== undefined) Reflect.apply(item.click, undefined, []);
  };

  it.each(['linux', 'win32', 'darwin'] as const)('leads to the seven places by Ctrl+1 to Ctrl+7 on %s', (platform) => {
    said.length = 0;
    for (let key = 1; key <= PLACES.length; key += 1) {
      items(platform)
        .filter(({ accelerator }) => accelerator === `CmdOrCtrl+${key}`)
        .forEach(click);
    }
    expect(said).toEqual(PLACES);
  });

  it('opens and exports', () => {
    said.length = 0;
    for (const label of ['&Open…', '&Export…'])
      items('linux')
        .filter((item) => item.label === label)
        .forEach(click);
    expect(said).toEqual(['open', 'export']);
  });

  it('never gives one key to two items', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const keys = items(platform, true).flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('has the app menu, services and recent documents on a Mac, and quits there from the app menu only', () => {
    const roles = (platform: NodeJS.Platform): unknown[] => items(platform).map(({ role }) => role);
    expect(roles('darwin')).toEqual(
      expect.arrayContaining(['appMenu', 'about', 'services', 'recentDocuments', 'quit']),
    );
    expect(roles('darwin').filter((role) => role === 'quit')).toHaveLength(1);
    expect(roles('linux')).toEqual(expect.arrayContaining(['quit', 'about', 'undo', 'paste']));
    expect(roles('linux')).not.toContain('appMenu');
  });

  it('shows developer tools to developers only', () => {
    expect(items('linux').map(({ role }) => role)).not.toContain('toggleDevTools');
    expect(items('linux', true).map(({ role }) => role)).toContain('toggleDevTools');
  });

  it.each(['linux', 'win32', 'darwin'] as const)(
    'has no word of English in Hindi on %s, and the same keys',
    (platform) => {
      const [english, hindi] = [items(platform), items(platform, false, LANGUAGE_OF.hi.desktop)];
      expect(hindi.map(({ role, accelerator }) => [role, accelerator])).toEqual(
        english.map(({ role, accelerator }) => [role, accelerator]),
      );
      const shown = hindi.filter(({ type, role }) => type !== 'separator' && role !== 'appMenu');
      expect(shown.length).toBeGreaterThan(25);
      expect(shown.map(({ label = 'none' }) => label).filter((label) => !/[ऀ-ॿ]/u.test(label))).toEqual([]);
    },
  );

  it('never pays, confirms or resumes', () => {
    expect(
      items('darwin', true)
        .map(({ label = '' }) => label)
        .join(' '),
    ).not.toMatch(/pay now|confirm|resume|send/i);
  });
});

describe('the question before quitting', () => {
  it('stays by Enter and by Escape', () => {
    const { buttons = [], defaultId, cancelId } = question(LANGUAGE_OF.en.desktop.quit);
    expect([buttons[defaultId ?? -1], buttons[cancelId ?? -1]]).toEqual(['Stay', 'Stay']);
    expect(buttons[GO]).toBe('Pause and quit');
  });
});

describe('the look and the language of menus and boxes', () => {
  it('are those that are set', async () => {
    const settings = { theme: 'dark', language: 'hi', density: 'compact', maskAccounts: false, profile: null };
    expect(await readLook(() => Promise.resolve({ kind: 'done', value: settings }))).toMatchObject({
      theme: 'dark',
      language: 'hi',
    });
    expect(await readLook(() => Promise.resolve({ kind: 'fault', message: verbatim('') }))).toBeNull();
  });

  it('are asked for again when settings changed, and not for every event of a run', () => {
    expect(touchesLook({ kind: 'changed', book: null, topics: ['settings'] })).toBe(true);
    expect(touchesLook({ kind: 'changed', book: 'live', topics: ['batches'] })).toBe(false);
    expect(touchesLook(went({ queued: 1 }))).toBe(false);
  });
});

function flat(item: MenuItemConstructorOptions): MenuItemConstructorOptions[] {
  return [item, ...(Array.isArray(item.submenu) ? item.submenu.flatMap(flat) : [])];
}
