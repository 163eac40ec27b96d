// Refuses a commit whose subject is too long for a log. Plain JavaScript for any Node: git runs it with the one on the PATH.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const SUBJECT_MAX = 72;
/** Subjects that git writes itself. */
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
