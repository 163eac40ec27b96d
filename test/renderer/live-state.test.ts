import { describe, expect, it } from 'vitest';
import {
  applyEvent,
  awaitsGateway,
  type EventStep,
  isSendingNow,
  LIVE_START,
  type LiveState,
  shownState,
} from '../../renderer/bridge/live-state.ts';
import type { LiveProgress, NumberedEvent } from '../../shared/api/events.ts';
import { formatBatchId } from '../../shared/ids.ts';
import { msg } from '../../shared/messages/message.ts';
import { zeroCounts } from '../../shared/states.ts';

const BATCH = formatBatchId('P', 1);
const NOW_MS = 1_000_000;
const ACME = 'https://acme.example.com';

function progress(success: number): LiveProgress {
  const counts = { ...zeroCounts(), queued: 10 - success, success };
  const view = {
    batch: BATCH,
    profile: 'practice',
    state: 'sending' as const,
    paused: null,
    counts,
    paise: zeroCounts(),
  };
  return {
    phase: 'sending',
    note: null,
    view,
    total: 10,
    inFlight: 1,
    elapsedMs: 500,
    sentPerSecond: 2,
    nextLookupInMs: null,
  };
}

function numbered(sequence: number, event: NumberedEvent['event'], epoch = 'first'): NumberedEvent {
  return { epoch, sequence, atMs: 0, event };
}

function used(received: EventStep): LiveState {
  if (received.kind !== 'next') throw new Error(received.kind);
  return received.state;
}

const SNAPSHOT = numbered(7, {
  kind: 'snapshot',
  activity: { kind: 'sending', batch: BATCH },
  progress: [progress(2)],
  progressAt: 5,
  troubles: [],
  unreached: [],
  unanswered: [],
});

describe('the live state', () => {
  it('starts from a snapshot, whatever its number', () => {
    const state = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    expect(state.sequence).toBe(7);
    expect(state.batches.get(BATCH)?.progress.view.counts.success).toBe(2);
  });

  it('takes the next number and what it tells of a batch', () => {
    let state = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    state = used(
      applyEvent(
        state,
        numbered(8, { kind: 'progress', progress: progress(3), changes: [{ rowNumber: 4, state: 'sending' }] }),
        NOW_MS,
      ),
    );
    state = used(
      applyEvent(
        state,
        numbered(9, {
          kind: 'progress',
          progress: progress(4),
          changes: [
            { rowNumber: 4, state: 'success' },
            { rowNumber: 5, state: 'sending' },
          ],
        }),
        NOW_MS,
      ),
    );
    expect(state.batches.get(BATCH)?.progress.view.counts.success).toBe(4);
  });

  it('asks for a snapshot when a number is missing or another process speaks', () => {
    const state = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    const idle = { kind: 'activity', activity: { kind: 'idle' } } as const;
    expect(applyEvent(state, numbered(9, idle), NOW_MS).kind).toBe('missed');
    expect(applyEvent(state, numbered(8, idle, 'second'), NOW_MS).kind).toBe('missed');
    expect(applyEvent(LIVE_START, numbered(1, idle), NOW_MS).kind).toBe('missed');
  });

  it('hears a number that it knows only once', () => {
    const state = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    expect(applyEvent(state, numbered(7, { kind: 'activity', activity: { kind: 'idle' } }), NOW_MS).kind).toBe('old');
  });

  it('forgets with a new snapshot what the old one and its changes said', () => {
    let state = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    state = used(
      applyEvent(
        state,
        numbered(8, { kind: 'progress', progress: progress(3), changes: [{ rowNumber: 4, state: 'sending' }] }),
        NOW_MS,
      ),
    );
    state = used(
      applyEvent(
        state,
        numbered(
          1,
          {
            kind: 'snapshot',
            activity: { kind: 'idle' },
            progress: [],
            progressAt: 0,
            troubles: [],
            unreached: [],
            unanswered: [],
          },
          'second',
        ),
        NOW_MS,
      ),
    );
    expect(state.batches.size).toBe(0);
    expect(state.epoch).toBe('second');
  });

  it('knows what is wrong around the desk from the snapshot on, and hears it end', () => {
    const around = (sequence: number, about: 'keychain' | 'keychainOpen' | 'closing') =>
      numbered(sequence, { kind: 'environment', about }, 'second');
    const gateways = (sequence: number, ...unreached: string[]) =>
      numbered(sequence, { kind: 'gateways', unreached, unanswered: [] }, 'second');
    const snapshot = { kind: 'snapshot' as const, activity: { kind: 'idle' as const }, progress: [], progressAt: 0 };
    let state = used(
      applyEvent(
        LIVE_START,
        numbered(1, { ...snapshot, troubles: ['keychain'], unreached: [ACME], unanswered: ['acme'] }, 'second'),
        NOW_MS,
      ),
    );
    expect(state).toMatchObject({ unreached: [ACME], unanswered: ['acme'], keychainTrouble: true, closing: false });
    state = used(applyEvent(state, gateways(2), NOW_MS));
    state = used(applyEvent(state, around(3, 'keychainOpen'), NOW_MS));
    expect(state).toMatchObject({ unreached: [], unanswered: [], keychainTrouble: false });
    state = used(applyEvent(state, gateways(4, ACME, 'https://beta.example.com'), NOW_MS));
    state = used(applyEvent(state, around(5, 'keychain'), NOW_MS));
    state = used(applyEvent(state, around(6, 'closing'), NOW_MS));
    expect(state).toMatchObject({
      unreached: [ACME, 'https://beta.example.com'],
      keychainTrouble: true,
      closing: true,
    });
    // A different desk in its place starts afresh.
    state = used(
      applyEvent(state, numbered(1, { ...snapshot, troubles: [], unreached: [], unanswered: [] }, 'third'), NOW_MS),
    );
    expect(state).toMatchObject({ unreached: [], unanswered: [], keychainTrouble: false, closing: false });
  });

  it('has nothing in flight once a run has ended', () => {
    let state = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    state = used(
      applyEvent(state, numbered(8, { kind: 'ended', view: progress(10).view, end: 'reached', pause: null }), NOW_MS),
    );
    expect(state.batches.get(BATCH)?.progress).toMatchObject({
      phase: 'done',
      inFlight: 0,
      view: { counts: { success: 10 } },
    });
  });

  it('sends until nothing more leaves: what is only followed keeps nobody waiting', () => {
    const sending = used(applyEvent(LIVE_START, SNAPSHOT, NOW_MS));
    const settling = { ...progress(10), phase: 'settling' as const };
    const followed = used(
      applyEvent(sending, numbered(8, { kind: 'progress', progress: settling, changes: [] }), NOW_MS),
    );
    expect(isSendingNow(LIVE_START)).toBe(false);
    expect(isSendingNow({ ...LIVE_START, activity: { kind: 'preparing', batch: null, work: 'pay' } })).toBe(true);
    expect(isSendingNow(sending)).toBe(true);
    expect(isSendingNow(followed)).toBe(false);
  });
});

describe('what a batch is said to do', () => {
  const { view } = progress(2);
  const withRun = (
    change: Partial<LiveProgress>,
    activity: LiveState['activity'] = { kind: 'sending', batch: BATCH },
  ) =>
    used(
      applyEvent(
        LIVE_START,
        numbered(1, {
          kind: 'snapshot',
          activity,
          progress: [{ ...progress(2), ...change }],
          progressAt: 0,
          troubles: [],
          unreached: [],
          unanswered: [],
        }),
        NOW_MS,
      ),
    );

  it.each([
    ['sending', {}],
    ['sending', { note: msg('progress.proving'), inFlight: 1 }],
    ['waiting', { note: msg('progress.proving'), inFlight: 0 }],
    ['waiting', { note: msg('progress.silent') }],
    ['waiting', { note: msg('progress.doubting') }],
    ['waiting', { note: msg('progress.disk', { trouble: msg('disk.full') }) }],
    ['waiting', { phase: 'done' }],
    ['pausing', { note: msg('progress.stopping') }],
  ] as const)('is %s with %j', (said, change) => {
    expect(shownState(view, withRun(change))).toBe(said);
  });

  it('waits while the gateway is asked before a run or a resume, whatever an earlier run said', () => {
    const activity = { kind: 'preparing', batch: BATCH, work: 'pay' } as const;
    const paused = { ...view, state: 'paused' as const };
    expect(shownState(paused, withRun({ phase: 'done' }, activity))).toBe('waiting');
    expect(shownState(paused, withRun({}, { kind: 'idle' }))).toBe('paused');
  });

  it('waits where its gateway was asked and answers nothing, but not where another account waits', () => {
    const live = (change: Partial<LiveProgress>, account: string): LiveState => ({
      ...withRun(change),
      unanswered: [account],
    });
    expect(shownState(view, live({}, view.profile))).toBe('waiting');
    expect(shownState(view, live({ note: msg('progress.proving'), inFlight: 1 }, view.profile))).toBe('waiting');
    expect(shownState(view, live({ note: msg('progress.stopping') }, view.profile))).toBe('pausing');
    expect(shownState(view, live({}, 'another account'))).toBe('sending');
    const settling = { ...progress(2), phase: 'settling' as const };
    expect(awaitsGateway(settling, { unanswered: [view.profile] })).toBe(false);
    expect(awaitsGateway(progress(2), { unanswered: [view.profile] })).toBe(true);
  });

  it('waits where no progress has come yet', () => {
    expect(shownState(view, { ...LIVE_START, activity: { kind: 'sending', batch: BATCH } })).toBe('waiting');
  });
});
