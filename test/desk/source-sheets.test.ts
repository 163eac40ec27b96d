// The desk never overwrites a sheet that was paid, and anything else only when a person says so.

import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../../electron/main/compose.ts';
import { exportBatch } from '../../electron/main/desk/batches/export-batch.ts';
import { writeTemplate } from '../../electron/main/desk/drafts/source-sheets.ts';
import type { System } from '../../electron/main/session/system.ts';
import { formatBatchId, type Sha256 } from '../../shared/ids.ts';
import { confirm } from '../store/confirm.ts';
import { confirmation, MERCHANT, payments } from '../store/desk-file.ts';
import { filledFolder } from './filled-desk.ts';

const SHEET = 'Account,IFSC,Amount\n00123456789,HDFC0000001,10\n';
const BATCH = formatBatchId('B', 1);

describe('a file that is to be written', () => {
  let system: System;
  let place: string;
  const file = (name: string, content?: string): string => {
    if (content !== undefined) writeFileSync(join(place, name), content);
    return join(place, name);
  };
  /** How both writers answer, each with the file's previous bytes. */
  const write = async (path: string, force: boolean): Promise<string[]> => {
    const before = readFileSync(path);
    const exported = await exportBatch(system, { batch: BATCH, path, force });
    const afterExport = readFileSync(path);
    writeFileSync(path, before);
    const template = await writeTemplate(system, path, force);
    const isTouched = !readFileSync(path).equals(before) || !afterExport.equals(before);
    const codes = [exported, template].map((one) => (one.kind === 'refused' ? one.refusal.code : one.kind));
    return isTouched ? [...codes, 'written'] : codes;
  };

  beforeEach(() => {
    const fileSha256 = createHash('sha256').update(SHEET).digest('hex') as Sha256;
    const folder = filledFolder((writer) => {
      const merchantId = writer.merchants.ensure(MERCHANT);
      confirm(writer, confirmation({ store: writer, merchantId }, payments(3), { fileName: 'pay.csv', fileSha256 }));
    });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    place = join(folder, 'reports');
    mkdirSync(place);
    system = compose({
      dataFolder: folder,
      stateFolder: join(folder, 'state'),
      environmentToken: null,
      systemProxy: null,
      onWarning: () => {},
    });
  });

  it('leaves what is there alone unless it is forced', async () => {
    const other = file('other.csv', 'mine');
    expect(await write(other, false)).toEqual(['fileExists', 'fileExists']);
    expect(await write(other, true)).toEqual(['done', 'written', 'written']);
  });

  it('leaves the sheet of a batch alone, forced or not, whatever it is called', async () => {
    const sheet = file('pay.csv', SHEET);
    const copy = file('a copy.csv', SHEET);
    symlinkSync(copy, file('link.csv'));
    linkSync(copy, file('hard.csv'));
    for (const path of [sheet, copy, file('link.csv'), file('hard.csv')])
      for (const force of [false, true]) expect(await write(path, force)).toEqual(['sourceSheet', 'sourceSheet']);
  });

  it('leaves a sheet alone that was corrected after it was paid', async () => {
    const path = file('PAY.csv', `${SHEET}00123456780,HDFC0000001,20\n`);
    const exported = await exportBatch(system, { batch: BATCH, path, force: true });
    expect(exported).toMatchObject({ kind: 'refused', refusal: { code: 'sourceSheet' } });
    expect(readFileSync(path, 'utf8')).toContain('00123456780');
  });
});
