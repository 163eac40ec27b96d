// Archiving old batches as a person does it: the plan, what it refuses, stopping, and reports that are the same bytes as before.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportBatch } from '../../electron/main/desk/batches/export-batch.ts';
import {
  type ArchiveAsked,
  type ArchiveGoing,
  archiveOld,
  planArchive,
} from '../../electron/main/desk/recovery/archive-old.ts';
import { verifyAudit } from '../../electron/main/desk/recovery/desk-data.ts';
import { verifyReport } from '../../electron/main/desk/recovery/verify-report.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { fillOldBatches, LATER_MS } from '../store/archived-desk.ts';
import { MERCHANT, NOW_MS } from '../store/desk-file.ts';
import { atTime, done, filledFolder, systemOf } from './filled-desk.ts';

const ASKED: ArchiveAsked = { book: 'live', beforeMs: null, withUnpaid: true };
const FIRST = 'B0002' as BatchId;
const SECOND = 'B0003' as BatchId;

function oldDesk(): { readonly system: System; readonly folder: string } {
  const folder = filledFolder((store) => void fillOldBatches({ store, merchantId: store.merchants.ensure(MERCHANT) }));
  return { folder, system: atTime(LATER_MS)(systemOf(folder)) };
}

async function archive(
  system: System,
  {
    asked = ASKED,
    batches = [FIRST, SECOND],
    signal = new AbortController().signal,
    onProgress = () => {},
  }: {
    readonly asked?: ArchiveAsked;
    readonly batches?: readonly BatchId[];
    readonly signal?: AbortSignal;
    readonly onProgress?: (going: ArchiveGoing) => void;
  } = {},
) {
  return await archiveOld(system, asked, { batches, signal, onProgress });
}

const FORMS = ['csv', 'xlsx', 'pdf'] as const;

async function exported(system: System, folder: string, name: string): Promise<readonly string[]> {
  const paths = FORMS.map((form) => join(folder, `${name}.${form}`));
  for (const path of paths) done(await exportBatch(system, { batch: FIRST, path, language: 'en' }));
  return paths;
}

describe('reports of an archived batch', () => {
  it('are the same bytes as before, whether written before or after, and verify as such', {
    timeout: 60_000,
  }, async () => {
    const { system, folder } = oldDesk();
    const before = await exported(system, folder, 'before');
    const view = done(await archive(system));
    expect(view).toMatchObject({ archived: [FIRST, SECOND], isStopped: false, notCompacted: null });
    const after = await exported(atTime(LATER_MS)(systemOf(folder)), folder, 'after');
    expect(readFileSync(after[0] ?? '')).toEqual(readFileSync(before[0] ?? ''));
    for (const path of [...before, ...after])
      expect([path, done(await verifyReport(system, path))]).toMatchObject([path, { verdict: 'same', findings: [] }]);
    expect(done(verifyAudit(system))).toMatchObject({ ok: true, desks: [{ archives: 2 }] });
  });

  it('are refused by name while the archive is missing, and those of other batches are not', async () => {
    const { system, folder } = oldDesk();
    done(await archive(system));
    const archives = join(folder, 'archives');
    for (const name of readdirSync(archives)) if (name.startsWith(FIRST)) rmSync(join(archives, name));
    const path = join(folder, 'out.csv');
    expect(await exportBatch(system, { batch: FIRST, path, language: 'en' })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'archiveMissing' },
    });
    expect(existsSync(path)).toBe(false);
    done(await exportBatch(system, { batch: SECOND, path, language: 'en' }));
    expect(done(verifyAudit(system))).toMatchObject({ ok: false, desks: [{ findings: [{ code: 'archiveMissing' }] }] });
  });
});

describe('a plan', () => {
  it('says what goes, what stays and why, and how much of the database leaves', () => {
    const { system } = oldDesk();
    const { going, staying, payments, bytes, databaseBytes } = done(planArchive(system, ASKED));
    expect(going.map(({ id, unpaid }) => [id, unpaid])).toEqual([
      [FIRST, 2],
      [SECOND, 0],
    ]);
    expect(staying.map(({ id, stays }) => [id, stays])).toEqual([['B0001', 'followed']]);
    expect(payments).toBe(13);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(databaseBytes);
  });

  it('is refused for a day less than a year ago, and carried out only as it was shown', async () => {
    const { system, folder } = oldDesk();
    const young = { ...ASKED, beforeMs: LATER_MS - 364 * DAY_MS };
    expect(planArchive(system, young)).toMatchObject({ kind: 'refused', refusal: { code: 'archiveTooYoung' } });
    expect(await archive(system, { asked: young })).toMatchObject({ refusal: { code: 'archiveTooYoung' } });
    for (const batches of [[FIRST], [SECOND, FIRST], [FIRST, SECOND, 'B0004' as BatchId]])
      expect(await archive(system, { batches })).toMatchObject({ kind: 'refused' });
    const early = { ...ASKED, beforeMs: NOW_MS };
    expect(await archive(system, { asked: early })).toMatchObject({ kind: 'refused' });
    expect(existsSync(join(folder, 'archives'))).toBe(false);
  });

  it('is refused while another process holds the desk', async () => {
    const { system } = oldDesk();
    const opening = system.openWriter('live');
    if (opening.kind !== 'open') throw new Error(opening.kind);
    expect(await archive(system)).toMatchObject({ kind: 'busy' });
    opening.store.close();
  });
});

describe('stopping', () => {
  it('leaves the batch that is being copied as it was, and ends one that is leaving the database', async () => {
    for (const [step, archived] of [
      ['copy', []],
      ['delete', [FIRST]],
    ] as const) {
      const { system, folder } = oldDesk();
      const stopping = new AbortController();
      const view = done(
        await archive(system, {
          signal: stopping.signal,
          onProgress: (going) => {
            if (going.batch === FIRST && going.step === step) stopping.abort();
          },
        }),
      );
      expect(view).toMatchObject({ archived, isStopped: true });
      expect(readdirSync(join(folder, 'archives'))).toHaveLength(archived.length);
      expect(done(verifyAudit(system))).toMatchObject({ ok: true, desks: [{ archives: archived.length }] });
      const rest = done(planArchive(system, ASKED)).going.map(({ id }) => id);
      expect(done(await archive(system, { batches: rest })).archived).toEqual(rest);
    }
  });
});
