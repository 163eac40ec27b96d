// Refuses a commit whose subject is longer than a log shows. Plain JavaScript that any Node reads: git runs it with the Node of the PATH.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const SUBJECT_MAX = 72;
/** What git itself writes. */
const MADE_BY_GIT = /^(Merge|Revert|fixup!|squash!|amend!) /;

const [file] = process.argv.slice(2);
const [subject = ''] = readFileSync(file, 'utf8').split('\n');
const { length } = [...subject];
if (length > SUBJECT_MAX && !MADE_BY_GIT.test(subject)) {
  process.stderr.write(
    `Commit refused: the subject has ${length} characters, more than ${SUBJECT_MAX}. Say the rest in the body.\n`,
  );
  process.exitCode = 1;
}
