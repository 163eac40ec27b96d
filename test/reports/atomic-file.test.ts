import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ExistingFile } from '../../electron/main/domain/file-state.ts';
import { refusalOf, writeAtomically } from '../../electron/main/reports/atomic-file.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { codeOf, reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const REPORT = sampleReport([samplePayout(1), samplePayout(2)]);
const FORCED: ExistingFile = { force: true, isSource: () => false };
const root = process.getuid?.() === 0;
const linux = process.platform === 'linux';

describe.each(['csv', 'xlsx'])('writing a report as .%s', (ending) => {
  const name = `report.${ending}`;

  it('replaces an existing file when told to, keeps who may read it, and leaves nothing else', async () => {
    const folder = reportFolder();
    writeFileSync(folder.file(name), 'old', { mode: 0o640 });
    expect(codeOf(await exportReport(REPORT, folder.file(name), { existing: FORCED }))).toBe('written');
    expect(folder.names()).toEqual([name]);
    expect(statSync(folder.file(name)).size).toBeGreaterThan(3);
    expect(statSync(folder.file(name)).mode & 0o777).toBe(0o640);
  });

  it('leaves the old file alone when the rows fail in the middle', async () => {
    const folder = reportFolder();
    writeFileSync(folder.file(name), 'old');
    const failing = sampleReport([], {}, { payouts: failAfter(5_000) });
    await expect(exportReport(failing, folder.file(name), { existing: FORCED })).rejects.toThrow('the store failed');
    expect(folder.names()).toEqual([name]);
    expect(readFileSync(folder.file(name), 'utf8')).toBe('old');
  });

  it('refuses when the payouts change while they are written', async () => {
    const folder = reportFolder();
    const changed = sampleReport([samplePayout(1)], {}, { payouts: () => [samplePayout(1, { state: 'reversed' })] });
    expect(codeOf(await exportReport(changed, folder.file(name)))).toBe('changedWhileWriting');
    expect(folder.names()).toEqual([]);
  });

  it.runIf(linux)('refuses when the disk takes no more, and leaves the old file alone', () => {
    const folder = reportFolder();
    writeFileSync(folder.file(name), 'old');
    // The system's own limit on a file's size: the write fails as on a full disk, without special rights.
    const script = fileURLToPath(new URL('export-scenario.ts', import.meta.url));
    const run = spawnSync(
      'sh',
      ['-c', 'trap \'\' XFSZ; ulimit -f 64; exec "$0" "$@"', process.execPath, script, folder.file(name)],
      {
        encoding: 'utf8',
        timeout: 10_000,
      },
    );
    expect({ out: run.stdout, rc: run.status }).toEqual({ out: 'diskFull', rc: 0 });
    expect(folder.names()).toEqual([name]);
    expect(readFileSync(folder.file(name), 'utf8')).toBe('old');
  });
});

describe.skipIf(!canMount())(
  `a disk of its own${canMount() ? '' : ', skipped: no rights to mount a small tmpfs'}`,
  () => {
    it.each(['csv', 'xlsx'])('refuses .%s when it is really full', async (ending) => {
      const folder = reportFolder();
      mkdirSync(folder.file('disk'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder.file('disk')]);
      try {
        const large = Array.from({ length: 5_000 }, (_, index) => samplePayout(index + 1));
        const writing = await exportReport(sampleReport(large), folder.file(`disk/report.${ending}`));
        expect(codeOf(writing)).toBe('diskFull');
        expect(execFileSync('ls', ['-A', folder.file('disk')], { encoding: 'utf8' })).toBe('');
      } finally {
        execFileSync('umount', [folder.file('disk')]);
      }
    });
  },
);

describe('writeAtomically', () => {
  it('shows the old file until the new one is whole', async () => {
    const folder = reportFolder();
    const path = folder.file('report.csv');
    writeFileSync(path, 'old');
    await writeAtomically({
      path,
      existing: FORCED,
      fill: async (sink) => {
        await new Promise((resolve) => {
          sink.write('half', resolve);
        });
        expect(readFileSync(path, 'utf8')).toBe('old');
        sink.end(' and half');
        return null;
      },
    });
    expect(readFileSync(path, 'utf8')).toBe('half and half');
  });

  it('leaves a file that is there already alone', async () => {
    const folder = reportFolder();
    writeFileSync(folder.file('report.csv'), 'a salary sheet');
    expect(codeOf(await exportReport(REPORT, folder.file('report.csv')))).toBe('fileExists');
    symlinkSync(folder.file('missing'), folder.file('link.csv'));
    expect(codeOf(await exportReport(REPORT, folder.file('link.csv')))).toBe('fileExists');
    expect(folder.names()).toEqual(['link.csv', 'report.csv']);
    expect(readFileSync(folder.file('report.csv'), 'utf8')).toBe('a salary sheet');
  });

  it('leaves a file that comes while it writes alone', async () => {
    const folder = reportFolder();
    const path = folder.file('report.csv');
    const writing = await writeAtomically({
      path,
      fill: (sink) => {
        writeFileSync(path, 'came meanwhile');
        sink.end('report');
        return Promise.resolve(null);
      },
    });
    expect(codeOf(writing)).toBe('fileExists');
    expect(folder.names()).toEqual(['report.csv']);
    expect(readFileSync(path, 'utf8')).toBe('came meanwhile');
  });

  it('never replaces a sheet that payouts came from, also under another name', async () => {
    const folder = reportFolder();
    writeFileSync(folder.file('salary.csv'), 'a salary sheet');
    symlinkSync(folder.file('salary.csv'), folder.file('link.csv'));
    linkSync(folder.file('salary.csv'), folder.file('hard.csv'));
    const sha256 = createHash('sha256').update('a salary sheet').digest('hex');
    const existing: ExistingFile = { force: true, isSource: (file) => file.sha256 === sha256 };
    for (const name of ['salary.csv', 'link.csv', 'hard.csv']) {
      expect(codeOf(await exportReport(REPORT, folder.file(name), { existing }))).toBe('sourceSheet');
    }
    expect(readFileSync(folder.file('salary.csv'), 'utf8')).toBe('a salary sheet');
    expect(folder.names()).toEqual(['hard.csv', 'link.csv', 'salary.csv']);
  });

  it('notes its temp file while it lies there', async () => {
    const folder = reportFolder();
    const noted: string[] = [];
    const track = (path: string) => {
      noted.push(path);
      return () => void noted.pop();
    };
    const fill = (sink: Writable) => {
      expect(noted.map((path) => basename(path))).toEqual(folder.names());
      sink.end('report');
      return Promise.resolve(null);
    };
    expect(codeOf(await writeAtomically({ path: folder.file('report.csv'), fill, track }))).toBe('written');
    expect(noted).toEqual([]);
  });

  it('keeps a link and replaces what it points to', async () => {
    const folder = reportFolder();
    mkdirSync(folder.file('shared'));
    writeFileSync(folder.file('shared/real.csv'), 'old');
    symlinkSync(folder.file('shared/real.csv'), folder.file('report.csv'));
    await exportReport(REPORT, folder.file('report.csv'), { existing: FORCED });
    expect(lstatSync(folder.file('report.csv')).isSymbolicLink()).toBe(true);
    expect(readFileSync(folder.file('shared/real.csv'), 'utf8')).toContain('payee2@bank');
  });

  it('refuses a folder, a missing folder, a file as a folder, and a name that is too long', async () => {
    const folder = reportFolder();
    mkdirSync(folder.file('dir.csv'));
    writeFileSync(folder.file('plain'), '');
    const codes = await Promise.all(
      ['dir.csv', 'missing/report.csv', 'plain/report.csv', `${'x'.repeat(300)}.csv`].map(async (name) =>
        codeOf(await exportReport(REPORT, folder.file(name))),
      ),
    );
    expect(codes).toEqual(['targetIsFolder', 'folderMissing', 'folderMissing', 'nameTooLong']);
    expect(folder.names()).toEqual(['dir.csv', 'plain']);
  });

  it.runIf(linux)('never replaces a device or a pipe', async () => {
    const folder = reportFolder();
    execFileSync('mkfifo', [folder.file('pipe.csv')]);
    expect(codeOf(await exportReport(REPORT, folder.file('pipe.csv')))).toBe('targetIsNoFile');
    expect(folder.names()).toEqual(['pipe.csv']);
  });

  it.runIf(linux && root)('refuses a folder that not even the system’s owner may write', async () => {
    expect(codeOf(await exportReport(REPORT, '/sys/report.csv'))).toBe('notWritable');
  });

  it('refuses a read-only folder and a read-only file', async (context) => {
    context.skip(root, 'an administrator may write everywhere');
    const folder = reportFolder();
    writeFileSync(folder.file('fixed.csv'), 'old', { mode: 0o400 });
    expect(codeOf(await exportReport(REPORT, folder.file('fixed.csv'), { existing: FORCED }))).toBe('notWritable');
    mkdirSync(folder.file('fixed'), { mode: 0o500 });
    expect(codeOf(await exportReport(REPORT, folder.file('fixed/report.csv')))).toBe('notWritable');
    chmodSync(folder.file('fixed'), 0o700);
  });

  it.each([
    { code: 'EBUSY', stage: 'replacing', refused: 'targetBusy' },
    { code: 'EPERM', stage: 'replacing', refused: 'targetBusy' },
    { code: 'EPERM', stage: 'opening', refused: 'notWritable' },
    { code: 'EROFS', stage: 'opening', refused: 'notWritable' },
    { code: 'ENOSPC', stage: 'writing', refused: 'diskFull' },
    { code: 'EDQUOT', stage: 'writing', refused: 'diskFull' },
    { code: 'EIO', stage: 'writing', refused: 'writeFailed' },
  ] as const)('says $refused for $code while $stage', ({ code, stage, refused }) => {
    const error = Object.assign(new Error(code), { code, syscall: 'write' });
    expect(refusalOf(error, { path: join('folder', 'report.csv'), stage })?.code).toBe(refused);
  });

  it('takes no error of ours for one of the disk', () => {
    const about = { path: 'report.csv', stage: 'writing' } as const;
    expect(refusalOf(new TypeError('our bug'), about)).toBeNull();
    expect(refusalOf(Object.assign(new Error('SQL'), { code: 'SQLITE_FULL' }), about)).toBeNull();
  });
});

describe('exportReport', () => {
  it.each(['report.pdf.txt', 'report.xls', 'report', 'report.csv.txt'])('refuses %s by its name', async (name) => {
    const folder = reportFolder();
    const writing = await exportReport(REPORT, folder.file(name));
    expect(inEnglish(writing.kind === 'refused' ? writing.refusal.message : verbatim(''))).toBe(
      'Reports are written as .csv, .xlsx or .pdf.',
    );
    expect(folder.names()).toEqual([]);
  });
});

function failAfter(count: number) {
  return function* () {
    for (let row = 1; row <= count; row += 1) yield samplePayout(row);
    throw new Error('the store failed');
  };
}

function canMount(): boolean {
  if (!linux || !root) return false;
  const probe = 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d" && umount "$d"; rc=$?; rmdir "$d"; exit $rc';
  return spawnSync('sh', ['-c', probe]).status === 0;
}
